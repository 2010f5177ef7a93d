<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ms">
<context>
    <name>ActionStrip</name>
    <message>
        <source>Next</source>
        <translation>Seterusnya</translation>
    </message>
    <message>
        <source>for a %1</source>
        <translation>untuk %1</translation>
    </message>
    <message>
        <source>two people · §%1</source>
        <translation>dua orang · §%1</translation>
    </message>
</context>
<context>
    <name>AskMarks</name>
    <message>
        <source>Ask Banker</source>
        <extracomment>With three small marks: what the roads would show if Banker won next</extracomment>
        <translation>Tanya Banker</translation>
    </message>
    <message>
        <source>Ask Player</source>
        <translation>Tanya Player</translation>
    </message>
</context>
<context>
    <name>AttendantCall</name>
    <message>
        <source>Call attendant</source>
        <translation>Panggil petugas</translation>
    </message>
    <message>
        <source>✓ Attendant called</source>
        <translation>✓ Petugas dipanggil</translation>
    </message>
    <message>
        <source>Cancel call</source>
        <translation>Batal panggilan</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>No connection to the table</source>
        <translation>Tiada sambungan ke meja</translation>
    </message>
    <message>
        <source>Joining the table</source>
        <translation>Menyertai meja</translation>
    </message>
    <message>
        <source>This terminal is out of service</source>
        <translation>Terminal ini tidak beroperasi</translation>
    </message>
    <message>
        <source>This terminal is not admitted to the table</source>
        <translation>Terminal ini tidak dibenarkan menyertai meja</translation>
    </message>
    <message>
        <source>This terminal is out of play</source>
        <translation>Terminal ini tidak boleh bermain</translation>
    </message>
    <message>
        <source>A round is in dispute</source>
        <translation>Satu pusingan dipertikaikan</translation>
    </message>
    <message>
        <source>This round is void</source>
        <translation>Pusingan ini terbatal</translation>
    </message>
    <message>
        <source>This round was corrected</source>
        <translation>Pusingan ini dibetulkan</translation>
    </message>
    <message>
        <source>An earlier round is void</source>
        <translation>Pusingan terdahulu terbatal</translation>
    </message>
    <message>
        <source>An earlier round was corrected</source>
        <translation>Satu pusingan terdahulu telah dibetulkan</translation>
    </message>
    <message>
        <source>Not known yet. Your money and your registered bets are kept by the table.</source>
        <translation>Belum diketahui. Wang dan taruhan anda yang didaftarkan disimpan oleh meja.</translation>
    </message>
    <message>
        <source>All bets of round %1 are returned: %2.</source>
        <translation>Semua taruhan pusingan %1 dikembalikan: %2.</translation>
    </message>
    <message>
        <source>All bets of round %1 are being returned: %2.</source>
        <translation>Semua taruhan pusingan %1 sedang dikembalikan: %2.</translation>
    </message>
    <message>
        <source>You had no bet in round %1.</source>
        <translation>Anda tiada taruhan dalam pusingan %1.</translation>
    </message>
    <message>
        <source>Round %1. Balance: %2.</source>
        <translation>Pusingan %1. Baki: %2.</translation>
    </message>
    <message>
        <source>Not registered yet: %1.</source>
        <translation>Belum didaftarkan: %1.</translation>
    </message>
    <message>
        <source>Not taken back yet, still registered: %1.</source>
        <translation>Belum diambil semula, masih didaftarkan: %1.</translation>
    </message>
    <message>
        <source>%1 was taken and not credited: an attendant will come.</source>
        <translation>%1 telah diambil tetapi belum dikreditkan: petugas akan datang.</translation>
    </message>
    <message>
        <source>%1 was taken and not credited. Please call an attendant.</source>
        <translation>%1 diambil tetapi tidak dikreditkan. Sila panggil petugas.</translation>
    </message>
    <message>
        <source>Balance: %1.</source>
        <translation>Baki: %1.</translation>
    </message>
    <message>
        <source>The records of this terminal and of the table differ.</source>
        <translation>Rekod terminal ini dan rekod meja berbeza.</translation>
    </message>
    <message>
        <source>Another device has joined the table under this terminal's name.</source>
        <translation>Peranti lain telah menyertai meja dengan nama terminal ini.</translation>
    </message>
    <message>
        <source>This terminal was taken out of service.</source>
        <translation>Terminal ini telah dikeluarkan daripada perkhidmatan.</translation>
    </message>
    <message>
        <source>This terminal cannot read what the table says: its program is another version.</source>
        <translation>Terminal ini tidak dapat membaca rekod meja: versi programnya berbeza.</translation>
    </message>
    <message>
        <source>The table does not let this terminal play.</source>
        <translation>Meja tidak membenarkan terminal ini bermain.</translation>
    </message>
    <message>
        <source>No bet of yours is registered.</source>
        <translation>Tiada taruhan anda yang didaftarkan.</translation>
    </message>
    <message>
        <source>Registered (No. %1): %2.</source>
        <translation>Didaftarkan (No. %1): %2.</translation>
    </message>
    <message>
        <source>Registered: %1.</source>
        <translation>Didaftarkan: %1.</translation>
    </message>
    <message>
        <source>5.2.1: registered bets are settled as if nothing had happened. 5.2.2: bets that were not registered before the close are returned.</source>
        <translation>5.2.1: taruhan yang didaftarkan diselesaikan seperti biasa. 5.2.2: taruhan yang tidak didaftarkan sebelum ditutup akan dikembalikan.</translation>
    </message>
    <message>
        <source>Your money is kept by the table, not by this terminal: nothing is lost with it.</source>
        <translation>Wang anda disimpan oleh meja, bukan oleh terminal ini: tiada apa yang hilang.</translation>
    </message>
    <message>
        <source>5.10: the cards on the table decide, not a screen. This terminal computed another payment than it was told.</source>
        <translation>5.10: kad di meja yang menentukan, bukan skrin. Terminal ini mengira bayaran yang berlainan daripada yang diterima.</translation>
    </message>
    <message>
        <source>5.11: every bet of a void round is returned. Earlier rounds stay as they are.</source>
        <translation>5.11: semua taruhan pusingan terbatal dikembalikan. Pusingan terdahulu kekal.</translation>
    </message>
    <message>
        <source>5.6: a result that was entered wrongly gives way to the cards. 5.8: later rounds stay as they are.</source>
        <translation>5.6: keputusan yang salah dimasukkan mengikut kad sebenar. 5.8: pusingan kemudian kekal.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The terminal connects again by itself and then shows what became of your bets. Please stay seated.</source>
        <translation>Terminal menyambung semula sendiri dan kemudian menunjukkan keputusan taruhan anda. Sila tunggu di tempat duduk.</translation>
    </message>
    <message>
        <source>The terminal reads what has happened at the table. This takes a moment.</source>
        <translation>Terminal sedang membaca apa yang berlaku di meja. Sila tunggu sebentar.</translation>
    </message>
    <message>
        <source>You will be paid at another terminal or by hand.</source>
        <translation>Anda akan dibayar di terminal lain atau secara tunai.</translation>
    </message>
    <message>
        <source>An attendant or Supervisor has to look at it. You cannot bet here until then.</source>
        <translation>Petugas atau Penyelia perlu memeriksanya. Anda tidak boleh bertaruh di sini sehingga itu.</translation>
    </message>
    <message>
        <source>A Supervisor has been called and will compare the record of round %1 with you. Bets and cash-out wait until then.</source>
        <translation>Penyelia telah dipanggil dan akan menyemak rekod pusingan %1 bersama anda. Taruhan dan tunai keluar menunggu sehingga itu.</translation>
    </message>
    <message>
        <source>The next round begins when the Dealer opens it.</source>
        <translation>Pusingan seterusnya bermula apabila Dealer membukanya.</translation>
    </message>
    <message>
        <source>You see the round in the history.</source>
        <translation>Pusingan itu dapat dilihat dalam sejarah.</translation>
    </message>
    <message>
        <source>You see the corrected round in the history.</source>
        <translation>Pusingan yang dibetulkan boleh dilihat dalam sejarah.</translation>
    </message>
    <message>
        <source>Round %1 is void. Your bets of %2 are returned, the payment is taken back.</source>
        <translation>Pusingan %1 terbatal. Taruhan anda %2 dikembalikan, bayaran ditarik balik.</translation>
    </message>
    <message>
        <source>Round %1 was settled again.</source>
        <translation>Pusingan %1 diselesaikan semula.</translation>
    </message>
    <message>
        <source>Balance %1: %2 → %3</source>
        <translation>Baki %1: %2 → %3</translation>
    </message>
    <message>
        <source>Balance %1</source>
        <translation>Baki %1</translation>
    </message>
    <message>
        <source>%1 could not be taken back: an attendant will speak to you.</source>
        <translation>%1 tidak dapat ditarik balik: petugas akan menemui anda.</translation>
    </message>
    <message>
        <source>%1 will be paid to you by hand.</source>
        <translation>%1 akan dibayar kepada anda secara tunai.</translation>
    </message>
    <message>
        <source>Where you stand</source>
        <translation>Kedudukan anda</translation>
    </message>
    <message>
        <source>What the rules say</source>
        <translation>Apa kata peraturan</translation>
    </message>
    <message>
        <source>What happens next</source>
        <translation>Apa yang berlaku seterusnya</translation>
    </message>
    <message>
        <source>Please wave to an attendant</source>
        <translation>Sila lambai petugas</translation>
    </message>
    <message>
        <source>For the attendant: %1</source>
        <translation>Untuk petugas: %1</translation>
    </message>
</context>
<context>
    <name>Baccarat</name>
    <message>
        <source>P</source>
        <extracomment>One letter, large and faint on the place of this bet</extracomment>
        <translation>P</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>T</source>
        <translation>S</translation>
    </message>
    <message>
        <source>Last round: %1</source>
        <translation>Pusingan lalu: %1</translation>
    </message>
</context>
<context>
    <name>Bar</name>
    <message>
        <source>Dealer panel</source>
        <translation>Panel Dealer</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Pusingan %1</translation>
    </message>
    <message>
        <source>Last bets</source>
        <translation>Taruhan akhir</translation>
    </message>
    <message>
        <source>Play is paused</source>
        <translation>Permainan dijeda</translation>
    </message>
    <message>
        <source>This panel</source>
        <translation>Panel ini</translation>
    </message>
    <message>
        <source>position by its key</source>
        <translation>jawatan mengikut kunci</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Kontras tinggi</translation>
    </message>
</context>
<context>
    <name>BetArea</name>
    <message>
        <source>on 6: %1</source>
        <extracomment>In the pay table of a bet: on a win with 6 points it pays %1</extracomment>
        <translation>dengan 6: %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>dari %1</translation>
    </message>
    <message>
        <source>Won at %1</source>
        <translation>Menang pada %1</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Kalah</translation>
    </message>
    <message>
        <source>%1 returned</source>
        <translation>%1 dikembalikan</translation>
    </message>
    <message>
        <source>Needs at least %1</source>
        <translation>Perlu sekurang-kurangnya %1</translation>
    </message>
    <message>
        <source>Placing...</source>
        <translation>Sedang dihantar...</translation>
    </message>
    <message>
        <source>Placing... %1 registered</source>
        <translation>Meletakkan... %1 didaftarkan</translation>
    </message>
    <message>
        <source>Taking back... %1 registered</source>
        <translation>Mengambil semula... %1 didaftarkan</translation>
    </message>
    <message>
        <source>No. %1 · %2 returned</source>
        <translation>No. %1 · %2 dikembalikan</translation>
    </message>
    <message>
        <source>%1 registered, %2 returned</source>
        <translation>%1 didaftarkan, %2 dikembalikan</translation>
    </message>
    <message>
        <source>Registered · No. %1</source>
        <translation>Didaftarkan · No. %1</translation>
    </message>
    <message>
        <source>Registered</source>
        <translation>Didaftarkan</translation>
    </message>
</context>
<context>
    <name>BuyIn</name>
    <message>
        <source>Buy in</source>
        <translation>Beli kredit</translation>
    </message>
    <message>
        <source>Balance %1</source>
        <translation>Baki %1</translation>
    </message>
    <message>
        <source>%1 was taken and not credited: an attendant will come.</source>
        <translation>%1 telah diambil tetapi belum dikreditkan: petugas akan datang.</translation>
    </message>
    <message>
        <source>%1 was taken and not credited. Please call an attendant.</source>
        <translation>%1 diambil tetapi tidak dikreditkan. Sila panggil petugas.</translation>
    </message>
    <message>
        <source>%1 is being booked...</source>
        <translation>%1 sedang direkodkan...</translation>
    </message>
    <message>
        <source>Insert a note or a ticket</source>
        <translation>Masukkan wang kertas atau tiket</translation>
    </message>
    <message>
        <source>Please call an attendant</source>
        <translation>Sila panggil petugas</translation>
    </message>
    <message>
        <source>Nothing can be inserted now</source>
        <translation>Tiada apa boleh dimasukkan sekarang</translation>
    </message>
    <message>
        <source>Emulated devices: this is not real money</source>
        <translation>Peranti tiruan: ini bukan wang sebenar</translation>
    </message>
    <message>
        <source>Insert a note</source>
        <translation>Masukkan wang kertas</translation>
    </message>
    <message>
        <source>Insert a ticket: its 18 digits</source>
        <translation>Masukkan tiket: 18 digitnya</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Padam</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
</context>
<context>
    <name>CardRow</name>
    <message>
        <source>not a whole round</source>
        <translation>bukan pusingan penuh</translation>
    </message>
    <message>
        <source>Result stays: %1</source>
        <translation>Keputusan kekal: %1</translation>
    </message>
    <message>
        <source>New result: %1</source>
        <translation>Keputusan baharu: %1</translation>
    </message>
    <message>
        <source>All bets of the round are settled anew; the differences are booked to each terminal</source>
        <translation>Semua taruhan pusingan ini diselesaikan semula; perbezaan dicatat pada setiap terminal</translation>
    </message>
    <message>
        <source>extra</source>
        <translation>lebihan</translation>
    </message>
</context>
<context>
    <name>CashOut</name>
    <message>
        <source>Cash out</source>
        <translation>Tunaikan</translation>
    </message>
    <message>
        <source>Your balance as a ticket, in %1</source>
        <translation>Baki anda sebagai tiket, dalam %1</translation>
    </message>
    <message>
        <source>The table issues the ticket...</source>
        <translation>Meja sedang mengeluarkan tiket...</translation>
    </message>
    <message>
        <source>The ticket is paid at the cashier or taken by any terminal of this table.</source>
        <translation>Tiket dibayar di kaunter juruwang atau diterima oleh mana-mana terminal meja ini.</translation>
    </message>
    <message>
        <source>Print the ticket</source>
        <translation>Cetak tiket</translation>
    </message>
    <message>
        <source>Go on playing</source>
        <translation>Terus bermain</translation>
    </message>
    <message>
        <source>Ticket %1</source>
        <translation>Tiket %1</translation>
    </message>
    <message>
        <source>Terminal %1</source>
        <translation>Terminal %1</translation>
    </message>
    <message>
        <source>Please take your ticket. Thank you for playing.</source>
        <translation>Sila ambil tiket anda. Terima kasih kerana bermain.</translation>
    </message>
    <message>
        <source>The ticket is being printed...</source>
        <translation>Tiket sedang dicetak...</translation>
    </message>
    <message>
        <source>The ticket could not be printed. Its number is on record: an attendant pays you.</source>
        <translation>Tiket tidak dapat dicetak. Nombornya telah direkodkan: petugas akan membayar anda.</translation>
    </message>
</context>
<context>
    <name>CashPage</name>
    <message>
        <source>Cash desk</source>
        <translation>Kaunter tunai</translation>
    </message>
    <message>
        <source>not at your position</source>
        <translation>bukan pada jawatan anda</translation>
    </message>
    <message>
        <source>Tickets not yet redeemed</source>
        <translation>Tiket belum ditebus</translation>
    </message>
    <message>
        <source>Result of the House</source>
        <translation>Hasil kasino</translation>
    </message>
    <message>
        <source>Due and owed after corrections</source>
        <translation>Perlu dibayar dan terhutang selepas pembetulan</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>Tiada yang tertunggak.</translation>
    </message>
    <message>
        <source>due %1</source>
        <translation>perlu dibayar %1</translation>
    </message>
    <message>
        <source>owed %1</source>
        <translation>terhutang %1</translation>
    </message>
</context>
<context>
    <name>ChipTray</name>
    <message>
        <source>Chip %1</source>
        <translation>Cip %1</translation>
    </message>
    <message>
        <source>%1, without %2</source>
        <translation>%1, tanpa %2</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Buat asal</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Kosongkan</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Ulang</translation>
    </message>
    <message>
        <source>Double</source>
        <translation>Gandakan</translation>
    </message>
</context>
<context>
    <name>Display</name>
    <message>
        <source>Baccarat</source>
        <translation>Bakarat</translation>
    </message>
    <message>
        <source>P</source>
        <extracomment>One letter each, in a disc beside "... wins"</extracomment>
        <translation>P</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>T</source>
        <translation>S</translation>
    </message>
    <message>
        <source>Void</source>
        <translation>Terbatal</translation>
    </message>
    <message>
        <source>%1 wins</source>
        <translation>%1 menang</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Pusingan %1</translation>
    </message>
    <message>
        <source>Next round is the last</source>
        <translation>Pusingan seterusnya yang akhir</translation>
    </message>
    <message>
        <source>Last round</source>
        <translation>Pusingan akhir</translation>
    </message>
    <message>
        <source>New shoe next</source>
        <translation>Kotak kad baharu menyusul</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Pusingan</translation>
    </message>
    <message>
        <source>Shoe</source>
        <translation>Kotak kad</translation>
    </message>
    <message>
        <source>Cards left</source>
        <translation>Baki kad</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Masa</translation>
    </message>
    <message>
        <source>Extra card</source>
        <translation>Lebihan</translation>
    </message>
    <message>
        <source>next card</source>
        <translation>kad seterusnya</translation>
    </message>
    <message>
        <source>Play is paused</source>
        <translation>Permainan dijeda</translation>
    </message>
    <message>
        <source>This round is void</source>
        <translation>Pusingan ini terbatal</translation>
    </message>
    <message>
        <source>This display waits for the table. What it shows may be out of date.</source>
        <translation>Paparan ini menunggu meja. Apa yang dipaparkan mungkin tidak terkini.</translation>
    </message>
    <message>
        <source>All bets are returned</source>
        <translation>Semua taruhan dikembalikan</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 mata</translation>
    </message>
    <message>
        <source>Corrected (5.6)</source>
        <translation>Dibetulkan (5.6)</translation>
    </message>
    <message>
        <source>Natural</source>
        <translation>Natural</translation>
    </message>
    <message>
        <source>The Dealer confirms</source>
        <translation>Dealer mengesahkan</translation>
    </message>
    <message>
        <source>For information only: the cards on the table count (5.10)</source>
        <translation>Untuk maklumat sahaja: kad di atas meja yang dikira (5.10)</translation>
    </message>
</context>
<context>
    <name>DisplayLimits</name>
    <message>
        <source>Limits %1</source>
        <translation>Had %1</translation>
    </message>
    <message>
        <source>on 6: %1</source>
        <translation>dengan 6: %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>dari %1</translation>
    </message>
</context>
<context>
    <name>DisplayRoads</name>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>P</source>
        <translation>P</translation>
    </message>
    <message>
        <source>T</source>
        <translation>S</translation>
    </message>
    <message>
        <source>B Pair</source>
        <translation>Pas. B</translation>
    </message>
    <message>
        <source>P Pair</source>
        <translation>Pas. P</translation>
    </message>
    <message>
        <source>B on 6</source>
        <translation>B pada 6</translation>
    </message>
    <message>
        <source>Ask Banker</source>
        <translation>Tanya Banker</translation>
    </message>
    <message>
        <source>Ask Player</source>
        <translation>Tanya Player</translation>
    </message>
</context>
<context>
    <name>DisputedLines</name>
    <message>
        <source>Bet</source>
        <translation>Taruhan</translation>
    </message>
    <message>
        <source>Paid by the table</source>
        <translation>Dibayar oleh meja</translation>
    </message>
    <message>
        <source>Computed here</source>
        <translation>Dikira di sini</translation>
    </message>
</context>
<context>
    <name>EventsPage</name>
    <message>
        <source>Event log</source>
        <translation>Log peristiwa</translation>
    </message>
</context>
<context>
    <name>ExposureBox</name>
    <message>
        <source>Registered bets</source>
        <translation>Taruhan berdaftar</translation>
    </message>
    <message>
        <source>Bets</source>
        <translation>Taruhan</translation>
    </message>
    <message>
        <source>House pays</source>
        <translation>Kasino bayar</translation>
    </message>
    <message>
        <source>All bets</source>
        <translation>Semua taruhan</translation>
    </message>
    <message>
        <source>Differential</source>
        <translation>Perbezaan</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 daripada %2</translation>
    </message>
</context>
<context>
    <name>FieldTile</name>
    <message>
        <source>no limit</source>
        <translation>tiada had</translation>
    </message>
    <message>
        <source>same shoe as before</source>
        <translation>kotak kad yang sama</translation>
    </message>
</context>
<context>
    <name>FormSheet</name>
    <message>
        <source>Are you sure?</source>
        <translation>Adakah anda pasti?</translation>
    </message>
    <message>
        <source>It is not a card of this set</source>
        <translation>Bukan kad set ini</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Batal</translation>
    </message>
</context>
<context>
    <name>Gallery</name>
    <message>
        <source>Baccarat</source>
        <translation>Bakarat</translation>
    </message>
    <message>
        <source>Table %1</source>
        <translation>Meja %1</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Pusingan %1</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>Bersambung</translation>
    </message>
    <message>
        <source>Joining</source>
        <translation>Menyertai</translation>
    </message>
    <message>
        <source>No connection</source>
        <translation>Tiada sambungan</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>Maklumat</translation>
    </message>
    <message>
        <source>Place your bets</source>
        <translation>Sila bertaruh</translation>
    </message>
    <message>
        <source>No more bets</source>
        <translation>Taruhan ditutup</translation>
    </message>
    <message>
        <source>The cards decide</source>
        <translation>Kad yang menentukan</translation>
    </message>
    <message>
        <source>What became of a bet</source>
        <translation>Status taruhan</translation>
    </message>
    <message>
        <source>Wanted</source>
        <translation>Dipilih</translation>
    </message>
    <message>
        <source>Placing</source>
        <translation>Dihantar</translation>
    </message>
    <message>
        <source>Registered</source>
        <translation>Didaftarkan</translation>
    </message>
    <message>
        <source>Returned</source>
        <translation>Dikembalikan</translation>
    </message>
    <message>
        <source>Confirm the result</source>
        <translation>Sahkan keputusan</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Ulang</translation>
    </message>
    <message>
        <source>Double</source>
        <translation>Gandakan</translation>
    </message>
    <message>
        <source>Void the round</source>
        <translation>Batalkan pusingan</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Buat asal</translation>
    </message>
    <message>
        <source>Cash out</source>
        <translation>Tunaikan</translation>
    </message>
</context>
<context>
    <name>History</name>
    <message>
        <source>The last rounds</source>
        <translation>Pusingan terakhir</translation>
    </message>
    <message>
        <source>Newer</source>
        <translation>Lebih baharu</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Lebih lama</translation>
    </message>
    <message>
        <source>No round has been played yet.</source>
        <translation>Belum ada pusingan dimainkan.</translation>
    </message>
</context>
<context>
    <name>HistoryRow</name>
    <message>
        <source>%1 on 6</source>
        <translation>%1 dengan 6</translation>
    </message>
    <message>
        <source>Void</source>
        <translation>Terbatal</translation>
    </message>
    <message>
        <source>Voided after payment</source>
        <translation>Terbatal selepas bayaran</translation>
    </message>
    <message>
        <source>Corrected (5.6)</source>
        <translation>Dibetulkan (5.6)</translation>
    </message>
    <message>
        <source>P</source>
        <translation>P</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>no bet</source>
        <translation>tiada taruhan</translation>
    </message>
</context>
<context>
    <name>IdlePage</name>
    <message>
        <source>Baccarat</source>
        <translation>Bakarat</translation>
    </message>
    <message>
        <source>Live baccarat</source>
        <translation>Bakarat langsung</translation>
    </message>
    <message>
        <source>Live baccarat, from %1 %2</source>
        <translation>Bakarat langsung, dari %1 %2</translation>
    </message>
    <message>
        <source>Touch to play</source>
        <translation>Sentuh untuk bermain</translation>
    </message>
    <message>
        <source>on 6: %1</source>
        <translation>dengan 6: %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>dari %1</translation>
    </message>
    <message>
        <source>Limits in %1.</source>
        <translation>Had dalam %1.</translation>
    </message>
    <message>
        <source>Limits in %1. The roads are for information only (5.10).</source>
        <translation>Had dalam %1. Carta hanya untuk maklumat (5.10).</translation>
    </message>
</context>
<context>
    <name>LaidCards</name>
    <message>
        <source>Extra card</source>
        <translation>Lebihan</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>Language</source>
        <translation>Bahasa</translation>
    </message>
</context>
<context>
    <name>LetterPad</name>
    <message>
        <source>Space</source>
        <translation>Jarak</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Padam</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Kosongkan</translation>
    </message>
</context>
<context>
    <name>LimitsBox</name>
    <message>
        <source>Limits on display</source>
        <translation>Had yang dipaparkan</translation>
    </message>
    <message>
        <source>The console tells them when the table opens.</source>
        <translation>Konsol memaklumkannya apabila meja dibuka.</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>tiada had</translation>
    </message>
    <message>
        <source>Differential</source>
        <translation>Perbezaan</translation>
    </message>
</context>
<context>
    <name>LimitsPage</name>
    <message>
        <source>Limits per terminal and round</source>
        <translation>Had bagi setiap terminal dan pusingan</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>Minimum</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Maksimum</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Langkah</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>tiada had</translation>
    </message>
    <message>
        <source>Table differential at most %1</source>
        <translation>Perbezaan meja paling tinggi %1</translation>
    </message>
</context>
<context>
    <name>Middle</name>
    <message>
        <source>%1 was taken and not credited: an attendant will come.</source>
        <translation>%1 telah diambil tetapi belum dikreditkan: petugas akan datang.</translation>
    </message>
    <message>
        <source>%1 was taken and not credited. Please call an attendant.</source>
        <translation>%1 diambil tetapi tidak dikreditkan. Sila panggil petugas.</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Butiran</translation>
    </message>
    <message>
        <source>Round %1 is void. Balance: %2</source>
        <translation>Pusingan %1 terbatal. Baki: %2</translation>
    </message>
    <message>
        <source>Round %1 was corrected. Balance: %2</source>
        <translation>Pusingan %1 dibetulkan. Baki: %2</translation>
    </message>
    <message>
        <source>Round %1 is void</source>
        <translation>Pusingan %1 terbatal</translation>
    </message>
    <message>
        <source>Last bets</source>
        <translation>Taruhan akhir</translation>
    </message>
    <message>
        <source>Turn your cards</source>
        <translation>Buka kad anda</translation>
    </message>
    <message>
        <source>All bets are returned</source>
        <translation>Semua taruhan dikembalikan</translation>
    </message>
    <message>
        <source>next card: %1</source>
        <translation>kad seterusnya: %1</translation>
    </message>
    <message>
        <source>Pull a card by its edge. When its time is over, it turns by itself.</source>
        <translation>Tarik tepi kad. Apabila masa tamat, kad terbuka sendiri.</translation>
    </message>
    <message>
        <source>Play is paused</source>
        <translation>Permainan dijeda</translation>
    </message>
    <message>
        <source>Your registered bets stand. A Supervisor decides what follows.</source>
        <translation>Taruhan anda yang didaftarkan kekal. Penyelia akan membuat keputusan.</translation>
    </message>
    <message>
        <source>A Supervisor decides what follows.</source>
        <translation>Penyelia akan membuat keputusan.</translation>
    </message>
    <message>
        <source>Tie</source>
        <translation>Seri</translation>
    </message>
    <message>
        <source>%1 wins</source>
        <translation>%1 menang</translation>
    </message>
    <message>
        <source>The table is closed. Your balance stays yours: cash out.</source>
        <translation>Meja ditutup. Baki kekal milik anda: sila tunaikan.</translation>
    </message>
    <message>
        <source>Your ticket was not printed: see Cash out.</source>
        <translation>Tiket anda tidak dicetak: lihat Tunaikan.</translation>
    </message>
    <message>
        <source>To play, insert a note or a ticket: Buy in</source>
        <translation>Untuk bermain, masukkan wang kertas atau tiket: Beli kredit</translation>
    </message>
    <message>
        <source>Choose a chip, touch a place, wait for ✓. Hold to take back.</source>
        <translation>Pilih cip, sentuh tempat, tunggu ✓. Tekan lama untuk ambil balik.</translation>
    </message>
    <message>
        <source>Your bets are registered: %1</source>
        <translation>Taruhan anda telah didaftarkan: %1</translation>
    </message>
    <message>
        <source>Not placed: the limit of all bets together is %1</source>
        <translation>Tidak dibuat: had semua taruhan ialah %1</translation>
    </message>
    <message>
        <source>Not placed: %1 limit is %2</source>
        <translation>Tidak dibuat: had %1 ialah %2</translation>
    </message>
    <message>
        <source>Waiting for the dealer to confirm</source>
        <translation>Menunggu pengesahan Dealer</translation>
    </message>
    <message>
        <source>You win %1</source>
        <translation>Anda menang %1</translation>
    </message>
    <message>
        <source>%1 returned</source>
        <translation>%1 dikembalikan</translation>
    </message>
    <message>
        <source>No win this time</source>
        <translation>Tiada kemenangan kali ini</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 mata</translation>
    </message>
    <message>
        <source>Natural</source>
        <translation>Natural</translation>
    </message>
    <message>
        <source>%1 on 6</source>
        <translation>%1 dengan 6</translation>
    </message>
</context>
<context>
    <name>Mirror</name>
    <message>
        <source>No cards yet</source>
        <translation>Belum ada kad</translation>
    </message>
</context>
<context>
    <name>NextButton</name>
    <message>
        <source>%1 in dispute</source>
        <translation>%1 dalam pertikaian</translation>
    </message>
    <message>
        <source>First finish this, or cancel it</source>
        <translation>Selesaikan ini dahulu, atau batalkan</translation>
    </message>
    <message>
        <source>for a %1</source>
        <translation>untuk %1</translation>
    </message>
    <message>
        <source>One moment …</source>
        <translation>Sebentar …</translation>
    </message>
</context>
<context>
    <name>NoteLine</name>
    <message>
        <source>The connection was lost while an order was under way: look whether it was done</source>
        <translation>Sambungan terputus semasa arahan dihantar: semak sama ada ia telah dibuat</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>Ditolak: %1</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
</context>
<context>
    <name>NumberPad</name>
    <message>
        <source>Delete</source>
        <translation>Padam</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Kosongkan</translation>
    </message>
</context>
<context>
    <name>Odds</name>
    <message>
        <source>%1 to %2</source>
        <extracomment>Odds: a bet of %2 wins %1</extracomment>
        <translation>%1:%2</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Close</source>
        <translation>Tutup</translation>
    </message>
</context>
<context>
    <name>Purse</name>
    <message>
        <source>Balance %1</source>
        <translation>Baki %1</translation>
    </message>
    <message>
        <source>Total bet · %1 registered</source>
        <translation>Jumlah taruhan · %1 didaftarkan</translation>
    </message>
    <message>
        <source>Total bet</source>
        <translation>Jumlah taruhan</translation>
    </message>
    <message>
        <source>Last win</source>
        <translation>Menang terakhir</translation>
    </message>
    <message>
        <source>Buy in</source>
        <translation>Beli kredit</translation>
    </message>
    <message>
        <source>Cash out</source>
        <translation>Tunaikan</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Sejarah</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Peraturan</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Table</source>
        <translation>Meja</translation>
    </message>
    <message>
        <source>Cashier</source>
        <translation>Juruwang</translation>
    </message>
    <message>
        <source>Shoe</source>
        <translation>Kotak kad</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Had</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Pusingan</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Peristiwa</translation>
    </message>
</context>
<context>
    <name>ResultLine</name>
    <message>
        <source>%1 of %2 terminals have bet</source>
        <translation>%1 daripada %2 terminal telah bertaruh</translation>
    </message>
    <message>
        <source>Cards are dealt</source>
        <translation>Kad sedang diagih</translation>
    </message>
</context>
<context>
    <name>RoadBoard</name>
    <message>
        <source>Bead plate</source>
        <translation>Bead Plate</translation>
    </message>
    <message>
        <source>Big Road</source>
        <translation>Big Road</translation>
    </message>
    <message>
        <source>Big Eye Boy</source>
        <translation>Big Eye Boy</translation>
    </message>
    <message>
        <source>Small Road</source>
        <translation>Small Road</translation>
    </message>
    <message>
        <source>Cockroach Pig</source>
        <translation>Cockroach Pig</translation>
    </message>
    <message>
        <source>Played</source>
        <translation>Dimain</translation>
    </message>
    <message>
        <source>B Pair</source>
        <translation>Pas. B</translation>
    </message>
    <message>
        <source>P Pair</source>
        <translation>Pas. P</translation>
    </message>
    <message>
        <source>Natural</source>
        <translation>Natural</translation>
    </message>
    <message>
        <source>B on 6</source>
        <translation>B pada 6</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>P</source>
        <translation>P</translation>
    </message>
    <message>
        <source>T</source>
        <translation>S</translation>
    </message>
    <message>
        <source>For information only</source>
        <translation>Untuk maklumat sahaja</translation>
    </message>
</context>
<context>
    <name>RoadView</name>
    <message>
        <source>BPT</source>
        <extracomment>The letters of Banker, Player and Tie in the roads: exactly three characters.</extracomment>
        <translation>BPS</translation>
    </message>
</context>
<context>
    <name>RoundsPage</name>
    <message>
        <source>VOID</source>
        <translation>BATAL</translation>
    </message>
    <message>
        <source>Past rounds</source>
        <translation>Pusingan lalu</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>Belum ada.</translation>
    </message>
    <message>
        <source>The last round</source>
        <translation>Pusingan terakhir</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Pusingan %1</translation>
    </message>
    <message>
        <source>Void under</source>
        <translation>Batal di bawah</translation>
    </message>
    <message>
        <source>Certified by</source>
        <translation>Disahkan oleh</translation>
    </message>
    <message>
        <source>Corrected by</source>
        <translation>Dibetulkan oleh</translation>
    </message>
    <message>
        <source>Only its cards are known here.</source>
        <translation>Hanya kadnya diketahui di sini.</translation>
    </message>
    <message>
        <source>Bet</source>
        <translation>Taruhan</translation>
    </message>
    <message>
        <source>Paid out incl. stake</source>
        <translation>Bayaran + modal</translation>
    </message>
    <message>
        <source>All bets</source>
        <translation>Semua taruhan</translation>
    </message>
</context>
<context>
    <name>Rules</name>
    <message>
        <source>How to bet</source>
        <translation>Cara bertaruh</translation>
    </message>
    <message>
        <source>How it is played</source>
        <translation>Cara bermain</translation>
    </message>
    <message>
        <source>If something goes wrong</source>
        <translation>Jika berlaku masalah</translation>
    </message>
    <message>
        <source>Limits and pay table</source>
        <translation>Had dan jadual bayaran</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Peraturan</translation>
    </message>
</context>
<context>
    <name>RulesGuide</name>
    <message>
        <source>Insert a note or a ticket</source>
        <translation>Masukkan wang kertas atau tiket</translation>
    </message>
    <message>
        <source>The amount is added to your balance, at the bottom left.</source>
        <translation>Jumlahnya ditambah pada baki anda, di kiri bawah.</translation>
    </message>
    <message>
        <source>Choose a chip</source>
        <translation>Pilih cip</translation>
    </message>
    <message>
        <source>Its value is what each tap adds.</source>
        <translation>Setiap sentuhan menambah nilai cip ini.</translation>
    </message>
    <message>
        <source>Tap where you want to bet</source>
        <translation>Sentuh tempat untuk bertaruh</translation>
    </message>
    <message>
        <source>A bet counts when its place shows ✓ and a number: it is registered. You may change it as long as bets are open (3.7, 5.9).</source>
        <translation>Taruhan dikira apabila tempatnya menunjukkan ✓ dan nombor: ia didaftarkan. Anda boleh mengubahnya selagi taruhan dibuka (3.7, 5.9).</translation>
    </message>
    <message>
        <source>✓ Registered · No. %1</source>
        <translation>✓ Didaftarkan · No. %1</translation>
    </message>
    <message>
        <source>See the cards</source>
        <translation>Lihat kad</translation>
    </message>
    <message>
        <source>The Dealer confirms the result. What you have won is added to your balance at once.</source>
        <translation>Dealer mengesahkan keputusan. Kemenangan anda terus ditambah pada baki.</translation>
    </message>
    <message>
        <source>Keep your finger on a place to take the chosen chip back from it. Undo takes back the last step, Clear all bets.</source>
        <translation>Tekan lama pada satu tempat untuk mengambil semula cip yang dipilih. Buat asal membatalkan langkah terakhir, Kosongkan mengambil semua taruhan.</translation>
    </message>
    <message>
        <source>Repeat places the bets of your last round again, Double doubles those that lie there.</source>
        <translation>Ulang meletakkan semula taruhan pusingan lalu, Gandakan menggandakan yang ada.</translation>
    </message>
    <message>
        <source>Cash out prints your balance as a ticket. The cashier pays it, and every terminal of this table takes it.</source>
        <translation>Tunaikan mencetak baki anda sebagai tiket. Juruwang membayarnya, dan semua terminal meja ini menerimanya.</translation>
    </message>
    <message>
        <source>Call attendant brings somebody to your seat. The clock at the top shows how long you have played.</source>
        <translation>Panggil petugas untuk bantuan di tempat duduk anda. Jam di atas menunjukkan tempoh anda bermain.</translation>
    </message>
</context>
<context>
    <name>RulesLimits</name>
    <message>
        <source>Pays (4.1)</source>
        <translation>Bayaran (4.1)</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>Minimum</translation>
    </message>
    <message>
        <source>Most</source>
        <translation>Maksimum</translation>
    </message>
    <message>
        <source>Steps of</source>
        <translation>Gandaan</translation>
    </message>
    <message>
        <source>on 6: %1</source>
        <translation>dengan 6: %1</translation>
    </message>
    <message>
        <source>All your bets of a round together: at least %1.</source>
        <translation>Jumlah semua taruhan anda dalam satu pusingan: sekurang-kurangnya %1.</translation>
    </message>
    <message>
        <source>All your bets of a round together: at most %1.</source>
        <translation>Jumlah semua taruhan anda dalam satu pusingan: paling banyak %1.</translation>
    </message>
    <message>
        <source>What all players of this table have on Player and on Banker may differ by at most %1.</source>
        <translation>Beza jumlah taruhan semua pemain meja ini pada Player dan Banker: paling banyak %1.</translation>
    </message>
    <message>
        <source>There is no further limit on your bets together.</source>
        <translation>Tiada had lain bagi jumlah taruhan anda.</translation>
    </message>
    <message>
        <source>How odds are read</source>
        <translation>Cara membaca bayaran</translation>
    </message>
    <message>
        <source>8 to 1 pays eight times the bet, and the bet comes back. 1 to 2 pays half of it.</source>
        <translation>8:1 membayar lapan kali taruhan, dan taruhan dikembalikan. 1:2 membayar separuh.</translation>
    </message>
    <message>
        <source>The roads (5.10)</source>
        <translation>Carta (5.10)</translation>
    </message>
    <message>
        <source>They show the results of this shoe, for information only: no result follows from them.</source>
        <translation>Ia menunjukkan keputusan kotak kad ini, untuk maklumat sahaja: tiada keputusan dapat diramal.</translation>
    </message>
    <message>
        <source>Red and blue</source>
        <translation>Merah dan biru</translation>
    </message>
    <message>
        <source>In bead plate and big road they say Banker and Player. In the three small roads they say regular and irregular; a column that goes straight on is red.</source>
        <translation>Dalam plat manik dan jalan besar ia bermaksud Banker dan Player. Dalam tiga jalan kecil ia bermaksud teratur dan tidak teratur; lajur yang terus ke bawah ialah merah.</translation>
    </message>
    <message>
        <source>A limit that changes</source>
        <translation>Had yang berubah</translation>
    </message>
    <message>
        <source>A change counts from the next round on.</source>
        <translation>Perubahan berkuat kuasa mulai pusingan berikutnya.</translation>
    </message>
</context>
<context>
    <name>RulesText</name>
    <message>
        <source>The hand nearer to 9 points wins.</source>
        <translation>Tangan yang lebih hampir dengan 9 mata menang.</translation>
    </message>
    <message>
        <source>An ace counts 1, cards from 2 to 9 their number, tens and pictures nothing. Only the last digit of the sum counts.</source>
        <translation>As bernilai 1, kad 2 hingga 9 mengikut nombornya, sepuluh dan kad gambar 0. Hanya digit terakhir jumlah dikira.</translation>
    </message>
    <message>
        <source>Bets are open from the notice until the screen says: no more bets.</source>
        <translation>Taruhan dibuka dari notis sehingga skrin menyatakan: taruhan ditutup.</translation>
    </message>
    <message>
        <source>Each of the five bets may be placed alone or with others.</source>
        <translation>Setiap satu daripada lima taruhan boleh dibuat bersendirian atau bersama.</translation>
    </message>
    <message>
        <source>Both hands get two cards in turn, Player first.</source>
        <translation>Kedua-dua tangan mendapat dua kad bergilir-gilir, Player dahulu.</translation>
    </message>
    <message>
        <source>A pair is two cards of the same rank among the first two of a hand.</source>
        <translation>Pasangan ialah dua kad pertama satu tangan yang sama pangkat.</translation>
    </message>
    <message>
        <source>8 or 9 with two cards is a natural: no hand draws.</source>
        <translation>8 atau 9 dengan dua kad ialah natural: tiada tangan mengambil kad.</translation>
    </message>
    <message>
        <source>The Player hand draws a third card on 0 to 5 and stands on 6 or 7.</source>
        <translation>Tangan Player mengambil kad ketiga pada 0 hingga 5 dan berhenti pada 6 atau 7.</translation>
    </message>
    <message>
        <source>If the Player hand stands, Banker draws on 0 to 5 and stands on 6 or 7.</source>
        <translation>Jika tangan Player berhenti, Banker mengambil kad pada 0 hingga 5 dan berhenti pada 6 atau 7.</translation>
    </message>
    <message>
        <source>If the Player hand has drawn, Banker draws by its own points and by the card that Player drew:</source>
        <translation>Jika tangan Player telah mengambil kad, Banker mengikut matanya sendiri dan kad yang diambil Player:</translation>
    </message>
    <message>
        <source>Banker has</source>
        <translation>Banker ada</translation>
    </message>
    <message>
        <source>draws on</source>
        <translation>ambil pada</translation>
    </message>
    <message>
        <source>any</source>
        <translation>semua</translation>
    </message>
    <message>
        <source>On a tie, bets on Player and Banker are returned.</source>
        <translation>Jika seri, taruhan pada Player dan Banker dikembalikan.</translation>
    </message>
    <message>
        <source>If Banker wins with 6 points, the bet on Banker is paid 1 to 2, else 1 to 1.</source>
        <translation>Jika Banker menang dengan 6 mata, taruhan Banker dibayar 1:2, jika tidak 1:1.</translation>
    </message>
    <message>
        <source>If the round is interrupted: it is finished if any bet is already won or lost, else it is void.</source>
        <translation>Jika pusingan terganggu: ia dihabiskan jika mana-mana taruhan sudah menang atau kalah, jika tidak ia terbatal.</translation>
    </message>
    <message>
        <source>If this terminal fails, the round goes on: registered bets are settled as ever, bets not registered are returned.</source>
        <translation>Jika terminal ini gagal, pusingan diteruskan: taruhan didaftarkan diselesaikan seperti biasa, yang tidak didaftarkan dikembalikan.</translation>
    </message>
    <message>
        <source>The round is void, and earlier rounds stand, in these cases:</source>
        <translation>Pusingan terbatal, dan pusingan terdahulu kekal, dalam hal berikut:</translation>
    </message>
    <message>
        <source>Cards too many or on the wrong side are put in their order; a card too many may begin the next round.</source>
        <translation>Kad berlebihan atau di pihak yang salah disusun semula; kad berlebihan boleh memulakan pusingan berikutnya.</translation>
    </message>
    <message>
        <source>If a wrong result was entered, the round is settled again by the cards.</source>
        <translation>Jika keputusan salah dimasukkan, pusingan diselesaikan semula mengikut kad.</translation>
    </message>
    <message>
        <source>An error that is found later changes no later round.</source>
        <translation>Kesilapan yang ditemui kemudian tidak mengubah pusingan kemudian.</translation>
    </message>
    <message>
        <source>Bets count as they stand when bets are closed.</source>
        <translation>Taruhan dikira seperti keadaannya semasa ditutup.</translation>
    </message>
    <message>
        <source>The cards on the table decide; screens only inform.</source>
        <translation>Kad di meja yang menentukan; skrin hanya memaklumkan.</translation>
    </message>
    <message>
        <source>A void round returns every bet.</source>
        <translation>Pusingan terbatal mengembalikan semua taruhan.</translation>
    </message>
    <message>
        <source>What no rule foresees is decided by the Shift Manager.</source>
        <translation>Perkara di luar peraturan diputuskan oleh Pengurus Syif.</translation>
    </message>
</context>
<context>
    <name>SeatMap</name>
    <message>
        <source>Seats: %1 of %2 connected</source>
        <translation>Tempat duduk: %1 daripada %2 bersambung</translation>
    </message>
    <message>
        <source>Seats as of %1</source>
        <translation>Tempat setakat %1</translation>
    </message>
</context>
<context>
    <name>SeatSheet</name>
    <message>
        <source>Terminal %1</source>
        <translation>Terminal %1</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>Bersambung</translation>
    </message>
    <message>
        <source>No contact</source>
        <translation>Tiada hubungan</translation>
    </message>
    <message>
        <source>Credit</source>
        <translation>Kredit</translation>
    </message>
    <message>
        <source>Registered in this round</source>
        <translation>Didaftar pusingan ini</translation>
    </message>
    <message>
        <source>Dispute</source>
        <translation>Pertikaian</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>pusingan %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>tiada</translation>
    </message>
    <message>
        <source>Close confirmed</source>
        <translation>Penutupan disahkan</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ya</translation>
    </message>
    <message>
        <source>no</source>
        <translation>tidak</translation>
    </message>
    <message>
        <source>Out of play</source>
        <translation>Tidak aktif</translation>
    </message>
    <message>
        <source>not at your position</source>
        <translation>bukan pada jawatan anda</translation>
    </message>
    <message>
        <source>All seats</source>
        <translation>Semua tempat</translation>
    </message>
</context>
<context>
    <name>SeatTile</name>
    <message>
        <source>Dispute</source>
        <translation>Pertikaian</translation>
    </message>
    <message>
        <source>Out of play</source>
        <translation>Tidak aktif</translation>
    </message>
    <message>
        <source>Attendant call</source>
        <translation>Panggilan petugas</translation>
    </message>
    <message>
        <source>No contact</source>
        <translation>Tiada hubungan</translation>
    </message>
    <message>
        <source>Close confirmed</source>
        <translation>Penutupan disahkan</translation>
    </message>
    <message>
        <source>Close not confirmed</source>
        <translation>Belum disahkan</translation>
    </message>
    <message>
        <source>no bet</source>
        <translation>tiada taruhan</translation>
    </message>
    <message>
        <source>Credit</source>
        <translation>Kredit</translation>
    </message>
</context>
<context>
    <name>ShoeBox</name>
    <message>
        <source>Card shoe</source>
        <translation>Kotak kad</translation>
    </message>
    <message>
        <source>as of %1</source>
        <translation>setakat %1</translation>
    </message>
    <message>
        <source>No signal</source>
        <translation>Tiada isyarat</translation>
    </message>
    <message>
        <source>Burning</source>
        <translation>Buang kad</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Sedia</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>Belum diisi</translation>
    </message>
    <message>
        <source>of %1 cards left</source>
        <translation>daripada %1 kad</translation>
    </message>
    <message>
        <source>no cards</source>
        <translation>tiada kad</translation>
    </message>
    <message>
        <source>Burnt</source>
        <translation>Dibuang</translation>
    </message>
    <message>
        <source>%1, %2 to go</source>
        <translation>%1, lagi %2</translation>
    </message>
    <message>
        <source>Cut card</source>
        <translation>Kad potong</translation>
    </message>
    <message>
        <source>next round is the last</source>
        <translation>pusingan akhir berikutnya</translation>
    </message>
    <message>
        <source>last round</source>
        <translation>pusingan akhir</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>belum</translation>
    </message>
</context>
<context>
    <name>ShoePage</name>
    <message>
        <source>Card shoe</source>
        <translation>Kotak kad</translation>
    </message>
    <message>
        <source>No signal from the card shoe</source>
        <translation>Tiada isyarat daripada kotak kad</translation>
    </message>
    <message>
        <source>The shoe is ready</source>
        <translation>Kotak kad sedia</translation>
    </message>
    <message>
        <source>Cards are burnt</source>
        <translation>Kad sedang dibuang</translation>
    </message>
    <message>
        <source>No cards are loaded</source>
        <translation>Tiada kad diisi</translation>
    </message>
    <message>
        <source>Cards left</source>
        <translation>Baki kad</translation>
    </message>
    <message>
        <source>Decks</source>
        <translation>Dek</translation>
    </message>
    <message>
        <source>Burnt</source>
        <translation>Dibuang</translation>
    </message>
    <message>
        <source>Still to burn</source>
        <translation>Belum dibuang</translation>
    </message>
    <message>
        <source>Rounds left</source>
        <translation>Baki pusingan</translation>
    </message>
    <message>
        <source>until the cut card</source>
        <translation>sehingga kad potong</translation>
    </message>
    <message>
        <source>Serial number</source>
        <translation>Nombor siri</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>tidak diketahui</translation>
    </message>
    <message>
        <source>Last day closed</source>
        <translation>Hari terakhir ditutup</translation>
    </message>
    <message>
        <source>Table and cards</source>
        <translation>Meja dan kad</translation>
    </message>
</context>
<context>
    <name>ShoeWindow</name>
    <message>
        <source>Noise on the line</source>
        <translation>Gangguan talian</translation>
    </message>
    <message>
        <source>Misread card</source>
        <translation>Kad salah baca</translation>
    </message>
    <message>
        <source>Unreadable card</source>
        <translation>Kad tidak terbaca</translation>
    </message>
    <message>
        <source>Two cards at once</source>
        <translation>Dua kad serentak</translation>
    </message>
    <message>
        <source>A joker</source>
        <translation>Kad joker</translation>
    </message>
    <message>
        <source>Lost message</source>
        <translation>Mesej hilang</translation>
    </message>
    <message>
        <source>Drawn</source>
        <translation>Diambil</translation>
    </message>
    <message>
        <source>Two cards came out</source>
        <translation>Dua kad keluar</translation>
    </message>
    <message>
        <source>A joker came out</source>
        <translation>Kad joker keluar</translation>
    </message>
    <message>
        <source>The sensor reads something else</source>
        <translation>Penderia membaca kad lain</translation>
    </message>
    <message>
        <source>The sensor reads nothing</source>
        <translation>Penderia tidak membaca apa-apa</translation>
    </message>
    <message>
        <source>The shoe is empty</source>
        <translation>Kotak kad kosong</translation>
    </message>
    <message>
        <source>The cable is out</source>
        <translation>Kabel dicabut</translation>
    </message>
    <message>
        <source>The cable is in</source>
        <translation>Kabel dipasang</translation>
    </message>
    <message>
        <source>The cut card came</source>
        <translation>Kad potong keluar</translation>
    </message>
    <message>
        <source>Freshly shuffled cards</source>
        <translation>Kad baharu dikocok</translation>
    </message>
    <message>
        <source>Card shoe</source>
        <translation>Kotak kad</translation>
    </message>
    <message>
        <source>Plugged in</source>
        <translation>Dipasang</translation>
    </message>
    <message>
        <source>Unplugged</source>
        <translation>Dicabut</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>Seterusnya: %1</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Sedia</translation>
    </message>
    <message>
        <source>%1 cards left</source>
        <translation>Baki %1 kad</translation>
    </message>
    <message>
        <source>Draw the next card</source>
        <translation>Ambil kad seterusnya</translation>
    </message>
    <message>
        <source>Pull the cable</source>
        <translation>Cabut kabel</translation>
    </message>
    <message>
        <source>Plug it in</source>
        <translation>Pasang kabel</translation>
    </message>
    <message>
        <source>New cards</source>
        <translation>Kad baharu</translation>
    </message>
</context>
<context>
    <name>SideBadge</name>
    <message>
        <source>P</source>
        <extracomment>One letter each for Player, Banker and Tie</extracomment>
        <translation>P</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>T</source>
        <translation>S</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>not at this moment</source>
        <translation>bukan pada masa ini</translation>
    </message>
    <message>
        <source>for a %1</source>
        <translation>untuk %1</translation>
    </message>
</context>
<context>
    <name>TableBar</name>
    <message>
        <source>Play is paused</source>
        <translation>Permainan dijeda</translation>
    </message>
    <message>
        <source>Turn your cards</source>
        <translation>Buka kad anda</translation>
    </message>
    <message>
        <source>Last bets</source>
        <translation>Taruhan akhir</translation>
    </message>
    <message>
        <source>Baccarat</source>
        <translation>Bakarat</translation>
    </message>
    <message>
        <source>Terminal %1</source>
        <translation>Terminal %1</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Pusingan</translation>
    </message>
    <message>
        <source>Shoe</source>
        <translation>Kotak kad</translation>
    </message>
    <message>
        <source>Next round</source>
        <translation>Pusingan depan</translation>
    </message>
    <message>
        <source>This shoe</source>
        <translation>Kotak ini</translation>
    </message>
    <message>
        <source>Cards left</source>
        <translation>Baki kad</translation>
    </message>
    <message>
        <source>is the last</source>
        <translation>ialah yang akhir</translation>
    </message>
    <message>
        <source>last round</source>
        <translation>pusingan akhir</translation>
    </message>
    <message>
        <source>is finished</source>
        <translation>sudah tamat</translation>
    </message>
    <message>
        <source>Limits %1</source>
        <translation>Had %1</translation>
    </message>
    <message>
        <source>Side bets</source>
        <translation>Taruhan sampingan</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Masa</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sesi</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Kontras tinggi</translation>
    </message>
    <message>
        <source>English</source>
        <extracomment>The short name of the language that is shown</extracomment>
        <translation>Melayu</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Baccarat</source>
        <translation>Bakarat</translation>
    </message>
    <message>
        <source>Blackjack</source>
        <translation>Blackjack</translation>
    </message>
    <message>
        <source>Blackjack Plus</source>
        <translation>Blackjack Plus</translation>
    </message>
    <message>
        <source>Three Pictures</source>
        <translation>Three Pictures</translation>
    </message>
    <message>
        <source>Table closed</source>
        <translation>Meja ditutup</translation>
    </message>
    <message>
        <source>Between rounds</source>
        <translation>Antara pusingan</translation>
    </message>
    <message>
        <source>Bets are open</source>
        <translation>Taruhan dibuka</translation>
    </message>
    <message>
        <source>No more bets</source>
        <translation>Taruhan ditutup</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Keputusan</translation>
    </message>
    <message>
        <source>Dealer</source>
        <translation>Dealer</translation>
    </message>
    <message>
        <source>Pit Supervisor</source>
        <translation>Penyelia Pit</translation>
    </message>
    <message>
        <source>Pit Manager</source>
        <translation>Pengurus Pit</translation>
    </message>
    <message>
        <source>Shift Manager</source>
        <translation>Pengurus Syif</translation>
    </message>
    <message>
        <source>Open the table</source>
        <translation>Buka meja</translation>
    </message>
    <message>
        <source>Load a new shoe</source>
        <translation>Isi kotak kad baharu</translation>
    </message>
    <message>
        <source>Burn cards</source>
        <translation>Buang kad</translation>
    </message>
    <message>
        <source>Open bets</source>
        <translation>Buka taruhan</translation>
    </message>
    <message>
        <source>Close bets</source>
        <translation>Tutup taruhan</translation>
    </message>
    <message>
        <source>10 seconds more</source>
        <translation>Tambah 10 saat</translation>
    </message>
    <message>
        <source>Draw to %1</source>
        <translation>Kad untuk %1</translation>
    </message>
    <message>
        <source>Certify</source>
        <translation>Sahkan keputusan</translation>
    </message>
    <message>
        <source>Correct the cards</source>
        <translation>Betulkan kad</translation>
    </message>
    <message>
        <source>Call the Supervisor</source>
        <translation>Panggil Penyelia</translation>
    </message>
    <message>
        <source>Supervisor called</source>
        <translation>Penyelia telah dipanggil</translation>
    </message>
    <message>
        <source>Void the round</source>
        <translation>Batalkan pusingan</translation>
    </message>
    <message>
        <source>End the shoe</source>
        <translation>Tamatkan kotak kad</translation>
    </message>
    <message>
        <source>Close the table</source>
        <translation>Tutup meja</translation>
    </message>
    <message>
        <source>Close the day</source>
        <translation>Tutup hari</translation>
    </message>
    <message>
        <source>Change the limits</source>
        <translation>Ubah had</translation>
    </message>
    <message>
        <source>Void round %1</source>
        <translation>Batalkan pusingan %1</translation>
    </message>
    <message>
        <source>Correct round %1</source>
        <translation>Betulkan pusingan %1</translation>
    </message>
    <message>
        <source>Record a ruling</source>
        <translation>Rekod keputusan penyelia</translation>
    </message>
    <message>
        <source>Round goes on</source>
        <translation>Pusingan diteruskan</translation>
    </message>
    <message>
        <source>Round is affected</source>
        <translation>Pusingan terjejas</translation>
    </message>
    <message>
        <source>Keep for the next round</source>
        <translation>Simpan ke pusingan depan</translation>
    </message>
    <message>
        <source>Reconstruct the order</source>
        <translation>Susun semula kad</translation>
    </message>
    <message>
        <source>Dealt with: go on</source>
        <translation>Selesai: teruskan</translation>
    </message>
    <message>
        <source>Enter the card</source>
        <translation>Masukkan kad</translation>
    </message>
    <message>
        <source>Plug the shoe in</source>
        <translation>Sambungkan kotak kad</translation>
    </message>
    <message>
        <source>Call the Shift Manager</source>
        <translation>Panggil Pengurus Syif</translation>
    </message>
    <message>
        <source>Add credit</source>
        <translation>Tambah kredit</translation>
    </message>
    <message>
        <source>Pay by hand</source>
        <translation>Bayar tunai</translation>
    </message>
    <message>
        <source>Pay a ticket</source>
        <translation>Bayar tiket</translation>
    </message>
    <message>
        <source>Pay what is due</source>
        <translation>Bayar yang perlu</translation>
    </message>
    <message>
        <source>Collect what is owed</source>
        <translation>Kutip hutang</translation>
    </message>
    <message>
        <source>Settle the dispute</source>
        <translation>Putus pertikaian</translation>
    </message>
    <message>
        <source>Take out of play</source>
        <translation>Henti main</translation>
    </message>
    <message>
        <source>Back into play</source>
        <translation>Kembali bermain</translation>
    </message>
    <message>
        <source>Take out of service</source>
        <translation>Tamat servis</translation>
    </message>
    <message>
        <source>Attendant arrived</source>
        <translation>Petugas telah tiba</translation>
    </message>
    <message>
        <source>Draw to %1, third card</source>
        <translation>Kad ketiga untuk %1</translation>
    </message>
    <message>
        <source>The limits are on display from now on</source>
        <translation>Had dipaparkan mulai sekarang</translation>
    </message>
    <message>
        <source>Shuffled cards, with a Supervisor</source>
        <translation>Kad dikocok, bersama Penyelia</translation>
    </message>
    <message>
        <source>%1 still to burn: draw them and lay them aside</source>
        <translation>%1 lagi untuk dibuang: ambil dan ketepikan</translation>
    </message>
    <message>
        <source>A new round begins</source>
        <translation>Pusingan baharu bermula</translation>
    </message>
    <message>
        <source>No more bets: what is registered stands</source>
        <translation>Taruhan ditutup: yang didaftarkan kekal</translation>
    </message>
    <message>
        <source>Take the next card from the shoe</source>
        <translation>Ambil kad seterusnya dari kotak kad</translation>
    </message>
    <message>
        <source>The cards on the felt are those on the screen</source>
        <translation>Kad di meja sama dengan skrin</translation>
    </message>
    <message>
        <source>Nothing has changed on the felt</source>
        <translation>Tiada perubahan di meja</translation>
    </message>
    <message>
        <source>If no bet is decided, the round is void</source>
        <translation>Jika tiada taruhan ditentukan, pusingan terbatal</translation>
    </message>
    <message>
        <source>It is the first card of the next round</source>
        <translation>Ia kad pertama pusingan berikutnya</translation>
    </message>
    <message>
        <source>All cards in the order that was meant</source>
        <translation>Semua kad mengikut susunan asal</translation>
    </message>
    <message>
        <source>The reason for the stop is dealt with</source>
        <translation>Sebab berhenti telah diselesaikan</translation>
    </message>
    <message>
        <source>As it lies on the felt, with a Supervisor</source>
        <translation>Seperti di meja, bersama Penyelia</translation>
    </message>
    <message>
        <source>It reports what was drawn meanwhile</source>
        <translation>Ia melaporkan kad yang telah diambil</translation>
    </message>
    <message>
        <source>Nobody else may decide this</source>
        <translation>Tiada orang lain boleh memutuskan</translation>
    </message>
    <message>
        <source>Play is paused until one has come</source>
        <translation>Permainan dijeda sehingga penyelia tiba</translation>
    </message>
    <message>
        <source>Pit Supervisor needed</source>
        <translation>Penyelia Pit diperlukan</translation>
    </message>
    <message>
        <source>All bets are returned</source>
        <translation>Semua taruhan dikembalikan</translation>
    </message>
    <message>
        <source>No more rounds until it is opened again</source>
        <translation>Tiada pusingan sehingga dibuka semula</translation>
    </message>
    <message>
        <source>The books of this gaming day are closed</source>
        <translation>Akaun hari perjudian ini ditutup</translation>
    </message>
    <message>
        <source>The cards that are left are counted by hand</source>
        <translation>Baki kad dikira dengan tangan</translation>
    </message>
    <message>
        <source>The cards on the felt decide</source>
        <translation>Kad di meja yang menentukan</translation>
    </message>
    <message>
        <source>It may bet and cash out again</source>
        <translation>Ia boleh bertaruh dan tunai semula</translation>
    </message>
    <message>
        <source>Another panel with this key is in use. Close it, then start this one again</source>
        <translation>Panel lain dengan kunci ini sedang digunakan. Tutup panel itu, kemudian mulakan semula panel ini</translation>
    </message>
    <message>
        <source>This panel was taken out of service. A Shift Manager enrols it again</source>
        <translation>Panel ini telah dikeluarkan daripada perkhidmatan. Pengurus Syif mendaftarkannya semula</translation>
    </message>
    <message>
        <source>The records of this panel and of the console differ. Call the Shift Manager</source>
        <translation>Rekod panel ini dan konsol berbeza. Panggil Pengurus Syif</translation>
    </message>
    <message>
        <source>All this is as of %1. The console keeps running</source>
        <translation>Semua ini setakat %1. Konsol terus berjalan</translation>
    </message>
    <message>
        <source>The console keeps running; this panel comes back by itself</source>
        <translation>Konsol terus berjalan; panel ini akan pulih sendiri</translation>
    </message>
    <message>
        <source>missing: %1</source>
        <translation>tiada lagi: %1</translation>
    </message>
    <message>
        <source>the round has changed meanwhile</source>
        <translation>pusingan telah berubah</translation>
    </message>
    <message>
        <source>no connection yet</source>
        <translation>belum bersambung</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>tiada sambungan</translation>
    </message>
    <message>
        <source>one moment …</source>
        <translation>sebentar …</translation>
    </message>
    <message>
        <source>something is missing</source>
        <translation>ada yang belum diisi</translation>
    </message>
    <message>
        <source>somebody else must agree</source>
        <translation>mesti orang lain</translation>
    </message>
    <message>
        <source>the second person: a %1</source>
        <translation>orang kedua: %1</translation>
    </message>
    <message>
        <source>for a %1</source>
        <translation>untuk %1</translation>
    </message>
    <message>
        <source>Tie on %1</source>
        <translation>Seri pada %1</translation>
    </message>
    <message>
        <source>%1 wins with %2</source>
        <translation>%1 menang dengan %2</translation>
    </message>
    <message>
        <source>Natural</source>
        <translation>Natural</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Pusingan %1</translation>
    </message>
    <message>
        <source>VOID</source>
        <translation>BATAL</translation>
    </message>
    <message>
        <source>all bets are returned</source>
        <translation>semua taruhan dikembalikan</translation>
    </message>
    <message>
        <source>settled</source>
        <translation>telah diselesaikan</translation>
    </message>
    <message>
        <source>corrected</source>
        <translation>dibetulkan</translation>
    </message>
    <message>
        <source>What this is about has changed meanwhile. It can only be cancelled.</source>
        <translation>Perkara ini telah berubah. Ia hanya boleh dibatalkan.</translation>
    </message>
    <message>
        <source>Two people are needed</source>
        <translation>Dua orang diperlukan</translation>
    </message>
    <message>
        <source>first card</source>
        <translation>kad pertama</translation>
    </message>
    <message>
        <source>second card</source>
        <translation>kad kedua</translation>
    </message>
    <message>
        <source>third card</source>
        <translation>kad ketiga</translation>
    </message>
    <message>
        <source>Card %1</source>
        <translation>Kad %1</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>kepada %1</translation>
    </message>
    <message>
        <source>If a bet is already decided, the round is concluded. If none is, and the interruption affects the round, it is void and all bets are returned.</source>
        <translation>Jika ada taruhan telah ditentukan, pusingan diselesaikan. Jika tiada, dan gangguan menjejaskan pusingan, ia terbatal dan semua taruhan dikembalikan.</translation>
    </message>
    <message>
        <source>If the order of the cards can be reconstructed, that is done. If not, the extra card is the first card of the next round.</source>
        <translation>Jika susunan kad boleh dibina semula, ia dilakukan. Jika tidak, kad lebihan menjadi kad pertama pusingan seterusnya.</translation>
    </message>
    <message>
        <source>A card is never guessed. The Dealer enters it as it lies on the felt, together with a Supervisor.</source>
        <translation>Kad tidak pernah diteka. Dealer memasukkannya seperti di meja, bersama Penyelia.</translation>
    </message>
    <message>
        <source>The cards on the felt decide, not the screen. Compare them and correct what is wrong.</source>
        <translation>Kad di meja yang menentukan, bukan skrin. Bandingkan dan betulkan yang salah.</translation>
    </message>
    <message>
        <source>Plug the shoe in: it reports what was drawn meanwhile. Or enter the cards by hand, together with a Supervisor.</source>
        <translation>Sambungkan kotak kad: ia melaporkan kad yang telah diambil. Atau masukkan kad dengan tangan, bersama Penyelia.</translation>
    </message>
    <message>
        <source>A round that the shoe cannot finish is void. All bets are returned, earlier rounds stand.</source>
        <translation>Pusingan yang tidak dapat dihabiskan terbatal. Semua taruhan dikembalikan, pusingan terdahulu kekal.</translation>
    </message>
    <message>
        <source>With a card that is not of this set the round is void. All bets are returned, earlier rounds stand.</source>
        <translation>Dengan kad yang bukan daripada set ini, pusingan terbatal. Semua taruhan dikembalikan, pusingan terdahulu kekal.</translation>
    </message>
    <message>
        <source>Too many or too few cards make the round in play void. Earlier rounds stand.</source>
        <translation>Kad berlebihan atau kurang menyebabkan pusingan semasa terbatal. Pusingan terdahulu kekal.</translation>
    </message>
    <message>
        <source>If the cards were not shuffled, the round is void. Earlier rounds stand.</source>
        <translation>Jika kad tidak dikocok, pusingan terbatal. Pusingan terdahulu kekal.</translation>
    </message>
    <message>
        <source>Look at the shoe. Play goes on when a Supervisor says that it works.</source>
        <translation>Periksa kotak kad. Permainan diteruskan apabila Penyelia mengesahkannya.</translation>
    </message>
    <message>
        <source>Play is paused until a Supervisor has decided. Registered bets stay as they are.</source>
        <translation>Permainan dijeda sehingga Penyelia membuat keputusan. Taruhan yang didaftarkan kekal.</translation>
    </message>
    <message>
        <source>Somebody holds another record of this table than the console. Nothing is played until a Shift Manager knows why.</source>
        <translation>Ada pihak memegang rekod meja yang berbeza daripada konsol. Tiada permainan sehingga Pengurus Syif mengetahui sebabnya.</translation>
    </message>
    <message>
        <source>Decks</source>
        <translation>Dek</translation>
    </message>
    <message>
        <source>Cards to burn</source>
        <translation>Kad untuk dibuang</translation>
    </message>
    <message>
        <source>If the shoe was exchanged: its card counter</source>
        <translation>Jika kotak kad ditukar: kiraan kadnya</translation>
    </message>
    <message>
        <source>Shuffled by</source>
        <translation>Dikocok oleh</translation>
    </message>
    <message>
        <source>Second person</source>
        <translation>Orang kedua</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Jawatan</translation>
    </message>
    <message>
        <source>Cards left, counted</source>
        <translation>Baki kad, dikira</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>Kad</translation>
    </message>
    <message>
        <source>Cards in their order</source>
        <translation>Kad mengikut susunan</translation>
    </message>
    <message>
        <source>Paragraph</source>
        <translation>Perenggan</translation>
    </message>
    <message>
        <source>Gaming day</source>
        <translation>Hari perjudian</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>Dengan kata-kata</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Jumlah</translation>
    </message>
    <message>
        <source>Ticket number</source>
        <translation>Nombor tiket</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>Minimum</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Maksimum</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Langkah</translation>
    </message>
    <message>
        <source>Interrupted before any bet was decided</source>
        <translation>Terganggu sebelum taruhan ditentukan</translation>
    </message>
    <message>
        <source>A card that is not of this set</source>
        <translation>Kad yang bukan daripada set ini</translation>
    </message>
    <message>
        <source>Too many or too few cards</source>
        <translation>Kad berlebihan atau kurang</translation>
    </message>
    <message>
        <source>A hand with a wrong number of cards</source>
        <translation>Tangan dengan bilangan kad yang salah</translation>
    </message>
    <message>
        <source>The shoe ran dry</source>
        <translation>Kotak kad kehabisan</translation>
    </message>
    <message>
        <source>The cards were not shuffled</source>
        <translation>Kad tidak dikocok</translation>
    </message>
    <message>
        <source>A card too many, or exposed</source>
        <translation>Kad lebihan atau terdedah</translation>
    </message>
    <message>
        <source>Cards on the wrong side</source>
        <translation>Kad di sebelah yang salah</translation>
    </message>
    <message>
        <source>Two cards at once</source>
        <translation>Dua kad serentak</translation>
    </message>
    <message>
        <source>Cards dealt incorrectly, none handled</source>
        <translation>Kad salah diberi, belum disentuh</translation>
    </message>
    <message>
        <source>A wrong number of cards for the Dealer</source>
        <translation>Bilangan kad Dealer salah</translation>
    </message>
    <message>
        <source>A wrong number of cards on a box</source>
        <translation>Bilangan kad di petak salah</translation>
    </message>
    <message>
        <source>Cards out of order before a settlement</source>
        <translation>Kad tidak tersusun sebelum penyelesaian</translation>
    </message>
    <message>
        <source>Anything else</source>
        <translation>Lain-lain</translation>
    </message>
    <message>
        <source>The console has started (%1)</source>
        <translation>Konsol telah bermula (%1)</translation>
    </message>
    <message>
        <source>The table is open</source>
        <translation>Meja dibuka</translation>
    </message>
    <message>
        <source>New limits</source>
        <translation>Had baharu</translation>
    </message>
    <message>
        <source>The table is closed</source>
        <translation>Meja ditutup</translation>
    </message>
    <message>
        <source>The day %1 is closed</source>
        <translation>Hari %1 ditutup</translation>
    </message>
    <message>
        <source>Play is paused: %1</source>
        <translation>Permainan dijeda: %1</translation>
    </message>
    <message>
        <source>Dealt with: %1</source>
        <translation>Selesai: %1</translation>
    </message>
    <message>
        <source>Round %1 was interrupted</source>
        <translation>Pusingan %1 terganggu</translation>
    </message>
    <message>
        <source>The interruption affects the round</source>
        <translation>Gangguan menjejaskan pusingan</translation>
    </message>
    <message>
        <source>The interruption does not affect the round</source>
        <translation>Gangguan tidak menjejaskan pusingan</translation>
    </message>
    <message>
        <source>Refused to %1: %2</source>
        <translation>Ditolak kepada %1: %2</translation>
    </message>
    <message>
        <source>Ruling: %1</source>
        <translation>Keputusan: %1</translation>
    </message>
    <message>
        <source>New shoe: %1 cards, shuffled by %2</source>
        <translation>Kotak kad baharu: %1 kad, dikocok oleh %2</translation>
    </message>
    <message>
        <source>A card is burnt</source>
        <translation>Satu kad dibuang</translation>
    </message>
    <message>
        <source>The shoe is ready</source>
        <translation>Kotak kad sedia</translation>
    </message>
    <message>
        <source>The cut card has come</source>
        <translation>Kad potong telah keluar</translation>
    </message>
    <message>
        <source>The shoe is empty</source>
        <translation>Kotak kad kosong</translation>
    </message>
    <message>
        <source>The shoe is ended, %1 cards counted</source>
        <translation>Kotak kad tamat, %1 kad dikira</translation>
    </message>
    <message>
        <source>No signal from the card shoe</source>
        <translation>Tiada isyarat daripada kotak kad</translation>
    </message>
    <message>
        <source>The shoe answers</source>
        <translation>Kotak kad menjawab</translation>
    </message>
    <message>
        <source>Card %1 was not read</source>
        <translation>Kad %1 tidak dibaca</translation>
    </message>
    <message>
        <source>Extra card drawn: %1</source>
        <translation>Kad lebihan dikeluarkan: %1</translation>
    </message>
    <message>
        <source>Round %1: bets are open</source>
        <translation>Pusingan %1: taruhan dibuka</translation>
    </message>
    <message>
        <source>More time for bets</source>
        <translation>Masa taruhan ditambah</translation>
    </message>
    <message>
        <source>%1: %2 (entered by hand)</source>
        <translation>%1: %2 (dimasukkan dengan tangan)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Kept for the next round: %1</source>
        <translation>Disimpan untuk pusingan berikut: %1</translation>
    </message>
    <message>
        <source>Ruled under §%1</source>
        <translation>Diputuskan di bawah §%1</translation>
    </message>
    <message>
        <source>Cards corrected: %1</source>
        <translation>Kad dibetulkan: %1</translation>
    </message>
    <message>
        <source>Round %1 is certified and settled</source>
        <translation>Pusingan %1 disahkan dan diselesaikan</translation>
    </message>
    <message>
        <source>Round %1 is void: all bets are returned</source>
        <translation>Pusingan %1 terbatal: semua taruhan dikembalikan</translation>
    </message>
    <message>
        <source>Round %1 is corrected</source>
        <translation>Pusingan %1 dibetulkan</translation>
    </message>
    <message>
        <source>%1 buys %2</source>
        <translation>%1 membeli %2</translation>
    </message>
    <message>
        <source>%1 cashes out %2</source>
        <translation>%1 tunaikan %2</translation>
    </message>
    <message>
        <source>%1 takes a ticket: %2</source>
        <translation>%1 menerima tiket: %2</translation>
    </message>
    <message>
        <source>A ticket is paid: %1</source>
        <translation>Tiket dibayar: %1</translation>
    </message>
    <message>
        <source>%1 is paid by hand: %2</source>
        <translation>%1 dibayar tunai: %2</translation>
    </message>
    <message>
        <source>%1 has given back %2</source>
        <translation>%1 telah memulangkan %2</translation>
    </message>
    <message>
        <source>%1 has joined</source>
        <translation>%1 telah menyertai</translation>
    </message>
    <message>
        <source>%1 is out of service</source>
        <translation>%1 tidak beroperasi</translation>
    </message>
    <message>
        <source>%1 is out of play</source>
        <translation>%1 tidak aktif</translation>
    </message>
    <message>
        <source>%1 is back in play</source>
        <translation>%1 kembali bermain</translation>
    </message>
    <message>
        <source>%1 calls an attendant</source>
        <translation>%1 memanggil petugas</translation>
    </message>
    <message>
        <source>An attendant was at %1</source>
        <translation>Petugas telah ke %1</translation>
    </message>
    <message>
        <source>Alarm, %1: %2</source>
        <translation>Amaran, %1: %2</translation>
    </message>
    <message>
        <source>%1 disputes round %2</source>
        <translation>%1 mempertikaikan pusingan %2</translation>
    </message>
    <message>
        <source>The dispute of %1 is settled</source>
        <translation>Pertikaian %1 diselesaikan</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>Player</translation>
    </message>
    <message>
        <source>Banker</source>
        <translation>Banker</translation>
    </message>
    <message>
        <source>Tie</source>
        <translation>Seri</translation>
    </message>
    <message>
        <source>Player Pair</source>
        <translation>Pasangan Player</translation>
    </message>
    <message>
        <source>Banker Pair</source>
        <translation>Pasangan Banker</translation>
    </message>
    <message>
        <source>♣♦♥♠</source>
        <extracomment>The signs of clubs, diamonds, hearts and spades: exactly these four, in every language</extracomment>
        <translation>♣♦♥♠</translation>
    </message>
</context>
<context>
    <name>words.py</name>
    <message>
        <source>Table closed</source>
        <translation>Meja ditutup</translation>
    </message>
    <message>
        <source>Next round soon</source>
        <translation>Pusingan seterusnya segera</translation>
    </message>
    <message>
        <source>Place your bets</source>
        <translation>Sila bertaruh</translation>
    </message>
    <message>
        <source>No more bets</source>
        <translation>Taruhan ditutup</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Keputusan</translation>
    </message>
    <message>
        <source>Last bets</source>
        <translation>Taruhan akhir</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>Player</translation>
    </message>
    <message>
        <source>Banker</source>
        <translation>Banker</translation>
    </message>
    <message>
        <source>Tie</source>
        <translation>Seri</translation>
    </message>
    <message>
        <source>Player Pair</source>
        <translation>Pasangan Player</translation>
    </message>
    <message>
        <source>Banker Pair</source>
        <translation>Pasangan Banker</translation>
    </message>
    <message>
        <source>Won</source>
        <translation>Menang</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Kalah</translation>
    </message>
    <message>
        <source>Returned</source>
        <translation>Dikembalikan</translation>
    </message>
    <message>
        <source>Surrendered</source>
        <translation>Menyerah</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>Bersambung</translation>
    </message>
    <message>
        <source>Joining the table</source>
        <translation>Menyertai meja</translation>
    </message>
    <message>
        <source>No connection</source>
        <translation>Tiada sambungan</translation>
    </message>
    <message>
        <source>Not admitted</source>
        <translation>Tidak dibenarkan</translation>
    </message>
    <message>
        <source>Out of service</source>
        <translation>Tidak beroperasi</translation>
    </message>
    <message>
        <source>The Supervisor was called</source>
        <translation>Penyelia telah dipanggil</translation>
    </message>
    <message>
        <source>A card was read twice, and not alike</source>
        <translation>Satu kad dibaca dua kali dengan hasil berbeza</translation>
    </message>
    <message>
        <source>A card was not read</source>
        <translation>Satu kad tidak dibaca</translation>
    </message>
    <message>
        <source>A card that does not belong to this shoe</source>
        <translation>Kad yang bukan milik kotak kad ini</translation>
    </message>
    <message>
        <source>Records of the table differ</source>
        <translation>Rekod meja tidak sepadan</translation>
    </message>
    <message>
        <source>The round was interrupted</source>
        <translation>Pusingan terganggu</translation>
    </message>
    <message>
        <source>The number of cards is wrong</source>
        <translation>Bilangan kad tidak betul</translation>
    </message>
    <message>
        <source>The card shoe has another result</source>
        <translation>Kotak kad mempunyai keputusan lain</translation>
    </message>
    <message>
        <source>The card shoe is empty</source>
        <translation>Kotak kad kosong</translation>
    </message>
    <message>
        <source>The card shoe has a fault</source>
        <translation>Kotak kad rosak</translation>
    </message>
    <message>
        <source>No signal from the card shoe</source>
        <translation>Tiada isyarat daripada kotak kad</translation>
    </message>
    <message>
        <source>Extra card drawn</source>
        <translation>Kad lebihan dikeluarkan</translation>
    </message>
    <message>
        <source>The cards are not shuffled</source>
        <translation>Kad belum dikocok</translation>
    </message>
    <message>
        <source>The amount is missing</source>
        <translation>Jumlah belum diisi</translation>
    </message>
    <message>
        <source>This note is not accepted</source>
        <translation>Wang kertas ini tidak diterima</translation>
    </message>
    <message>
        <source>This amount is not possible here</source>
        <translation>Jumlah ini tidak dibenarkan di sini</translation>
    </message>
    <message>
        <source>This ticket cannot be paid</source>
        <translation>Tiket ini tidak boleh dibayar</translation>
    </message>
    <message>
        <source>A card is missing: enter it first</source>
        <translation>Satu kad tiada: masukkan dahulu</translation>
    </message>
    <message>
        <source>Bets are closed</source>
        <translation>Taruhan telah ditutup</translation>
    </message>
    <message>
        <source>Not enough credit</source>
        <translation>Kredit tidak mencukupi</translation>
    </message>
    <message>
        <source>This terminal is not admitted to the table</source>
        <translation>Terminal ini tidak dibenarkan menyertai meja</translation>
    </message>
    <message>
        <source>A round is in dispute: a Supervisor is called</source>
        <translation>Satu pusingan dipertikaikan: Penyelia dipanggil</translation>
    </message>
    <message>
        <source>No bets are taken here</source>
        <translation>Taruhan tidak diterima di sini</translation>
    </message>
    <message>
        <source>A card lies face down: turn it first</source>
        <translation>Satu kad tertutup: buka dahulu</translation>
    </message>
    <message>
        <source>Play has stopped for a moment</source>
        <translation>Permainan dihentikan seketika</translation>
    </message>
    <message>
        <source>This choice is not offered now</source>
        <translation>Pilihan ini tidak ditawarkan sekarang</translation>
    </message>
    <message>
        <source>The rules do not allow this ruling here</source>
        <translation>Peraturan tidak membenarkan keputusan ini</translation>
    </message>
    <message>
        <source>A card was kept for the next round: only a void is left</source>
        <translation>Satu kad disimpan untuk pusingan depan: hanya boleh dibatalkan</translation>
    </message>
    <message>
        <source>This terminal is out of play: call an attendant</source>
        <translation>Terminal ini tidak aktif: panggil petugas</translation>
    </message>
    <message>
        <source>Too late: the table has gone on</source>
        <translation>Terlewat: meja sudah diteruskan</translation>
    </message>
    <message>
        <source>This must be settled by an act, not by a word</source>
        <translation>Perlu tindakan, bukan pengesahan sahaja</translation>
    </message>
    <message>
        <source>This terminal has not called</source>
        <translation>Terminal ini tidak memanggil</translation>
    </message>
    <message>
        <source>No card is due and none is missing</source>
        <translation>Tiada kad diperlukan dan tiada yang hilang</translation>
    </message>
    <message>
        <source>This terminal disputes nothing</source>
        <translation>Terminal ini tiada pertikaian</translation>
    </message>
    <message>
        <source>This terminal does not know the game</source>
        <translation>Terminal ini tidak mengenali permainan ini</translation>
    </message>
    <message>
        <source>Load a shoe first</source>
        <translation>Muatkan kotak kad dahulu</translation>
    </message>
    <message>
        <source>This round is not on record as settled</source>
        <translation>Tiada rekod penyelesaian pusingan ini</translation>
    </message>
    <message>
        <source>No surplus card lies on the felt</source>
        <translation>Tiada kad lebihan di atas meja</translation>
    </message>
    <message>
        <source>This terminal is not in service here</source>
        <translation>Terminal ini tidak digunakan di sini</translation>
    </message>
    <message>
        <source>You may not do this</source>
        <translation>Anda tidak dibenarkan melakukan ini</translation>
    </message>
    <message>
        <source>These cards do not make a whole round</source>
        <translation>Kad ini tidak melengkapkan satu pusingan</translation>
    </message>
    <message>
        <source>Nothing stops the table for this reason</source>
        <translation>Meja tidak dihentikan atas sebab ini</translation>
    </message>
    <message>
        <source>The round was not interrupted</source>
        <translation>Pusingan tidak terganggu</translation>
    </message>
    <message>
        <source>This terminal takes no more notes for now</source>
        <translation>Terminal ini tidak menerima lagi wang kertas buat masa ini</translation>
    </message>
    <message>
        <source>Nothing is due here</source>
        <translation>Tiada bayaran yang perlu dibuat</translation>
    </message>
    <message>
        <source>Nothing is owed here</source>
        <translation>Tiada hutang di sini</translation>
    </message>
    <message>
        <source>The cards have changed: look again</source>
        <translation>Kad sudah berubah: lihat semula</translation>
    </message>
    <message>
        <source>With these cards the players would have been asked something else</source>
        <translation>Dengan kad ini pemain akan ditanya perkara lain</translation>
    </message>
    <message>
        <source>No connection to the table</source>
        <translation>Tiada sambungan ke meja</translation>
    </message>
    <message>
        <source>Not registered in time: the bets are returned</source>
        <translation>Tidak didaftarkan tepat masa: taruhan dikembalikan</translation>
    </message>
    <message>
        <source>A second person must confirm this</source>
        <translation>Orang kedua mesti mengesahkan</translation>
    </message>
    <message>
        <source>Bets are still in play</source>
        <translation>Taruhan masih berlangsung</translation>
    </message>
    <message>
        <source>This terminal has stopped: call an attendant</source>
        <translation>Terminal ini telah berhenti: panggil petugas</translation>
    </message>
    <message>
        <source>The table has no room for another round</source>
        <translation>Tiada ruang untuk pusingan baharu</translation>
    </message>
    <message>
        <source>A surplus card waits for a ruling</source>
        <translation>Kad lebihan menunggu keputusan</translation>
    </message>
    <message>
        <source>Too many changes: the last registered bets stand</source>
        <translation>Terlalu banyak perubahan: taruhan terakhir didaftarkan kekal</translation>
    </message>
    <message>
        <source>The total is over the limit</source>
        <translation>Jumlah melebihi had</translation>
    </message>
    <message>
        <source>There is no such place to bet</source>
        <translation>Tiada tempat bertaruh sedemikian</translation>
    </message>
    <message>
        <source>This game is not played with so many decks</source>
        <translation>Permainan ini tidak guna dek sebanyak itu</translation>
    </message>
    <message>
        <source>Not possible at this moment</source>
        <translation>Tidak boleh pada masa ini</translation>
    </message>
    <message>
        <source>The round was interrupted before any bet had won or lost.</source>
        <translation>Pusingan terganggu sebelum mana-mana taruhan menang atau kalah.</translation>
    </message>
    <message>
        <source>A card was found that does not belong to the set.</source>
        <translation>Ada kad yang bukan daripada set ini.</translation>
    </message>
    <message>
        <source>There are too few or too many cards in the set.</source>
        <translation>Kad dalam set kurang atau berlebihan.</translation>
    </message>
    <message>
        <source>A hand got a wrong number of cards, and the order could not be restored.</source>
        <translation>Satu tangan mendapat bilangan kad yang salah, dan susunannya tidak dapat dipulihkan.</translation>
    </message>
    <message>
        <source>There are not enough cards in the shoe to finish the round.</source>
        <translation>Kad dalam kotak kad tidak cukup untuk menghabiskan pusingan.</translation>
    </message>
    <message>
        <source>The cards were not shuffled.</source>
        <translation>Kad tidak dikocok.</translation>
    </message>
    <message>
        <source>The Shift Manager decided so: the rules name no other way.</source>
        <translation>Diputuskan oleh Pengurus Syif: peraturan tidak menetapkan cara lain.</translation>
    </message>
    <message>
        <source>Cash-out ticket</source>
        <translation>Tiket tunai keluar</translation>
    </message>
    <message>
        <source>Cashier or any terminal of this table</source>
        <translation>Juruwang atau mana-mana terminal meja ini</translation>
    </message>
</context>
</TS>
