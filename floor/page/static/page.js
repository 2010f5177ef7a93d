// Takes the parts that the floor sends, ticks ages and countdowns, and rings. It asks for nothing and decides nothing:
// without it every page is still there, as it was when it was asked for.
"use strict";

const body = document.body;
const away = Number(body.dataset.now) - Date.now(); // a tablet's clock may be wrong: ages follow the floor's
const now = () => Date.now() + away;

// --- ages and countdowns ---
function age(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n) => String(n).padStart(2, "0");
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}
function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
function tick() {
  for (const it of document.querySelectorAll("[data-since]")) put(it, age(now() - Number(it.dataset.since)));
  for (const it of document.querySelectorAll("[data-ends]")) {
    const left = Math.ceil((Number(it.dataset.ends) - now()) / 1000);
    put(it, left > 0 ? String(left) : "0");
    it.classList.toggle("last", left <= 5);
  }
  const clock = document.getElementById("clock");
  if (clock) put(clock, new Date(now()).toTimeString().slice(0, 5));
}
setInterval(tick, 500);
tick();

// --- parts ---
function change(id, html) {
  const place = document.getElementById(id);
  if (!place) return;
  const lay = new Set([...place.querySelectorAll(".card[data-key]")].map((it) => it.dataset.key));
  const focused = place.contains(document.activeElement);
  place.innerHTML = html; // of our own templates, which escape whatever stands in them
  for (const it of place.querySelectorAll(".card[data-key]")) if (!lay.has(it.dataset.key)) it.classList.add("dealt");
  if (focused) place.querySelector("a, button")?.focus();
}

// --- sound: two notes for a call, three for an alarm ---
const button = document.getElementById("sound");
const NOTES = { call: [988, 784], alarm: [880, 660, 880] };
let audio = null;
const wanted = () => localStorage.getItem("etg-sound") !== "off";
function showSound() {
  if (!button) return;
  const live = audio !== null && audio.state === "running";
  button.hidden = false;
  button.setAttribute("aria-pressed", String(wanted() && live));
  button.title = wanted() ? (live ? button.dataset.on : button.dataset.touch) : button.dataset.off;
  put(button.querySelector(".word"), button.title);
}
function wakeSound() {
  if (!button) return;
  audio ??= new AudioContext();
  audio.resume().then(showSound);
}
function ring(what) {
  body.dataset.rung = String(Number(body.dataset.rung || 0) + 1);
  if (!audio || audio.state !== "running" || !wanted()) return;
  NOTES[what].forEach((hertz, place) => {
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + place * 0.22;
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(what === "alarm" ? 0.5 : 0.25, start + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.32);
  });
}
if (button) {
  button.addEventListener("click", () => {
    if (audio && audio.state === "running") localStorage.setItem("etg-sound", wanted() ? "off" : "on");
    wakeSound();
    showSound();
  });
  addEventListener("pointerdown", wakeSound, { once: true });
  addEventListener("keydown", wakeSound, { once: true });
  showSound();
}

// --- the stream ---
const live = body.dataset.live;
if (live) {
  const source = new EventSource(live === "floor" ? "/live" : `/live?table=${encodeURIComponent(live)}`);
  const lost = document.getElementById("lost");
  const on = (name, act) => source.addEventListener(name, (event) => act(JSON.parse(event.data)));
  on("part", (part) => { change(part.id, part.html); tick(); body.dataset.changed = String(Math.round(performance.now())); });
  on("ring", (it) => ring(it.what));
  on("gone", () => { document.getElementById("gone").hidden = false; });
  on("back", () => { document.getElementById("gone").hidden = true; });
  on("over", () => { source.close(); location.assign("/sign-on"); });
  on("again", () => { source.close(); location.reload(); });
  source.addEventListener("open", () => { lost.hidden = true; body.dataset.open = "yes"; });
  source.addEventListener("error", () => {
    lost.hidden = false;
    if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
  });
}

// --- a session goes on while somebody is there ---
let awake = performance.now();
function touched() {
  if (performance.now() - awake < 60000) return;
  awake = performance.now();
  fetch("/awake", { method: "POST" }).then((answer) => { if (answer.status === 401) location.assign("/sign-on"); }).catch(() => {});
}
if (button) for (const what of ["pointerdown", "keydown"]) addEventListener(what, touched);

// --- forms that send themselves; menus that close ---
document.getElementById("print")?.addEventListener("click", () => print());
for (const it of document.querySelectorAll("select[data-send]")) it.addEventListener("change", () => it.form.requestSubmit());
addEventListener("click", (event) => {
  for (const it of document.querySelectorAll("details.menu[open]")) if (!it.contains(event.target)) it.open = false;
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const it of document.querySelectorAll("details.menu[open]")) it.open = false;
});
