<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_TW">
<context>
    <name>ActionStrip</name>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>for a %1</source>
        <translation>須由%1</translation>
    </message>
    <message>
        <source>two people · §%1</source>
        <translation>兩人 · §%1</translation>
    </message>
</context>
<context>
    <name>AskMarks</name>
    <message>
        <source>Ask Banker</source>
        <extracomment>With three small marks: what the roads would show if Banker won next</extracomment>
        <translation>莊問路</translation>
    </message>
    <message>
        <source>Ask Player</source>
        <translation>閒問路</translation>
    </message>
</context>
<context>
    <name>AttendantCall</name>
    <message>
        <source>Call attendant</source>
        <translation>呼叫服務員</translation>
    </message>
    <message>
        <source>✓ Attendant called</source>
        <translation>✓ 已呼叫服務員</translation>
    </message>
    <message>
        <source>Cancel call</source>
        <translation>取消呼叫</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>No connection to the table</source>
        <translation>與牌桌無連線</translation>
    </message>
    <message>
        <source>Joining the table</source>
        <translation>正在加入牌桌</translation>
    </message>
    <message>
        <source>This terminal is out of service</source>
        <translation>本終端機停止服務</translation>
    </message>
    <message>
        <source>This terminal is not admitted to the table</source>
        <translation>本終端機未獲准入桌</translation>
    </message>
    <message>
        <source>This terminal is out of play</source>
        <translation>本終端機暫停投注</translation>
    </message>
    <message>
        <source>A round is in dispute</source>
        <translation>有一局存在爭議</translation>
    </message>
    <message>
        <source>This round is void</source>
        <translation>此局作廢</translation>
    </message>
    <message>
        <source>This round was corrected</source>
        <translation>本局已更正</translation>
    </message>
    <message>
        <source>An earlier round is void</source>
        <translation>之前一局作廢</translation>
    </message>
    <message>
        <source>An earlier round was corrected</source>
        <translation>之前一局已更正</translation>
    </message>
    <message>
        <source>Not known yet. Your money and your registered bets are kept by the table.</source>
        <translation>尚未得知。您的款項和已登記的注碼由牌桌保管。</translation>
    </message>
    <message>
        <source>All bets of round %1 are returned: %2.</source>
        <translation>第 %1 局的全部注碼已退回：%2。</translation>
    </message>
    <message>
        <source>All bets of round %1 are being returned: %2.</source>
        <translation>第 %1 局的全部注碼正在退回：%2。</translation>
    </message>
    <message>
        <source>You had no bet in round %1.</source>
        <translation>您在第 %1 局沒有注碼。</translation>
    </message>
    <message>
        <source>Round %1. Balance: %2.</source>
        <translation>第 %1 局。餘額：%2。</translation>
    </message>
    <message>
        <source>Not registered yet: %1.</source>
        <translation>尚未登記：%1。</translation>
    </message>
    <message>
        <source>Not taken back yet, still registered: %1.</source>
        <translation>尚未取回，仍為登記狀態：%1。</translation>
    </message>
    <message>
        <source>%1 was taken and not credited: an attendant will come.</source>
        <translation>%1 已收取但未入帳：服務員會前來處理。</translation>
    </message>
    <message>
        <source>%1 was taken and not credited. Please call an attendant.</source>
        <translation>%1 已收取但未入帳。請呼叫服務員。</translation>
    </message>
    <message>
        <source>Balance: %1.</source>
        <translation>餘額：%1。</translation>
    </message>
    <message>
        <source>The records of this terminal and of the table differ.</source>
        <translation>本終端機與牌桌的記錄不一致。</translation>
    </message>
    <message>
        <source>Another device has joined the table under this terminal's name.</source>
        <translation>另一台終端機已在本終端機的位置加入牌桌。</translation>
    </message>
    <message>
        <source>This terminal was taken out of service.</source>
        <translation>本終端機已停用。</translation>
    </message>
    <message>
        <source>This terminal cannot read what the table says: its program is another version.</source>
        <translation>本終端機的版本不同，無法讀取牌桌的記錄。</translation>
    </message>
    <message>
        <source>The table does not let this terminal play.</source>
        <translation>牌桌不允許本終端機下注。</translation>
    </message>
    <message>
        <source>No bet of yours is registered.</source>
        <translation>您沒有已登記的注碼。</translation>
    </message>
    <message>
        <source>Registered (No. %1): %2.</source>
        <translation>已登記（編號 %1）：%2。</translation>
    </message>
    <message>
        <source>Registered: %1.</source>
        <translation>已登記：%1。</translation>
    </message>
    <message>
        <source>5.2.1: registered bets are settled as if nothing had happened. 5.2.2: bets that were not registered before the close are returned.</source>
        <translation>5.2.1：已登記的注碼照常結算。5.2.2：截止前未登記的注碼退回。</translation>
    </message>
    <message>
        <source>Your money is kept by the table, not by this terminal: nothing is lost with it.</source>
        <translation>您的款項由牌桌保管，不在本終端機內：不會因此遺失。</translation>
    </message>
    <message>
        <source>5.10: the cards on the table decide, not a screen. This terminal computed another payment than it was told.</source>
        <translation>5.10：以桌上的牌為準，不以螢幕為準。本終端機算出的派彩與收到的不同。</translation>
    </message>
    <message>
        <source>5.11: every bet of a void round is returned. Earlier rounds stay as they are.</source>
        <translation>5.11：作廢局的全部注碼退回。之前各局不受影響。</translation>
    </message>
    <message>
        <source>5.6: a result that was entered wrongly gives way to the cards. 5.8: later rounds stay as they are.</source>
        <translation>5.6：輸入有誤的結果以牌面為準。5.8：之後各局不受影響。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The terminal connects again by itself and then shows what became of your bets. Please stay seated.</source>
        <translation>終端機會自動重新連線，並顯示您的注碼結果。請勿離座。</translation>
    </message>
    <message>
        <source>The terminal reads what has happened at the table. This takes a moment.</source>
        <translation>終端機正在讀取牌桌記錄，請稍候。</translation>
    </message>
    <message>
        <source>You will be paid at another terminal or by hand.</source>
        <translation>您會在另一台終端機或由人工獲得支付。</translation>
    </message>
    <message>
        <source>An attendant or Supervisor has to look at it. You cannot bet here until then.</source>
        <translation>須由服務員或主管檢查。在此之前不能在此下注。</translation>
    </message>
    <message>
        <source>A Supervisor has been called and will compare the record of round %1 with you. Bets and cash-out wait until then.</source>
        <translation>已呼叫主管，將與您核對第 %1 局的記錄。在此之前暫停下注和兌現。</translation>
    </message>
    <message>
        <source>The next round begins when the Dealer opens it.</source>
        <translation>荷官宣布後開始下一局。</translation>
    </message>
    <message>
        <source>You see the round in the history.</source>
        <translation>您可在歷史記錄中查看該局。</translation>
    </message>
    <message>
        <source>You see the corrected round in the history.</source>
        <translation>更正後的結果可在歷史記錄中查看。</translation>
    </message>
    <message>
        <source>Round %1 is void. Your bets of %2 are returned, the payment is taken back.</source>
        <translation>第 %1 局作廢。您的注碼 %2 退回，已支付的派彩扣回。</translation>
    </message>
    <message>
        <source>Round %1 was settled again.</source>
        <translation>第 %1 局已重新結算。</translation>
    </message>
    <message>
        <source>Balance %1: %2 → %3</source>
        <translation>餘額 %1：%2 → %3</translation>
    </message>
    <message>
        <source>Balance %1</source>
        <translation>餘額 %1</translation>
    </message>
    <message>
        <source>%1 could not be taken back: an attendant will speak to you.</source>
        <translation>尚有 %1 未能扣回：服務員會與您聯絡。</translation>
    </message>
    <message>
        <source>%1 will be paid to you by hand.</source>
        <translation>%1 將由人工支付給您。</translation>
    </message>
    <message>
        <source>Where you stand</source>
        <translation>您目前的情況</translation>
    </message>
    <message>
        <source>What the rules say</source>
        <translation>規則說明</translation>
    </message>
    <message>
        <source>What happens next</source>
        <translation>接下來</translation>
    </message>
    <message>
        <source>Please wave to an attendant</source>
        <translation>請示意服務員</translation>
    </message>
    <message>
        <source>For the attendant: %1</source>
        <translation>供服務員參考：%1</translation>
    </message>
</context>
<context>
    <name>Baccarat</name>
    <message>
        <source>P</source>
        <extracomment>One letter, large and faint on the place of this bet</extracomment>
        <translation>閒</translation>
    </message>
    <message>
        <source>B</source>
        <translation>莊</translation>
    </message>
    <message>
        <source>T</source>
        <translation>和</translation>
    </message>
    <message>
        <source>Last round: %1</source>
        <translation>上一局：%1</translation>
    </message>
</context>
<context>
    <name>Bar</name>
    <message>
        <source>Dealer panel</source>
        <translation>荷官面板</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>第 %1 局</translation>
    </message>
    <message>
        <source>Last bets</source>
        <translation>最後下注</translation>
    </message>
    <message>
        <source>Play is paused</source>
        <translation>遊戲暫停</translation>
    </message>
    <message>
        <source>This panel</source>
        <translation>本面板</translation>
    </message>
    <message>
        <source>position by its key</source>
        <translation>職位由金鑰決定</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高對比度</translation>
    </message>
</context>
<context>
    <name>BetArea</name>
    <message>
        <source>on 6: %1</source>
        <extracomment>In the pay table of a bet: on a win with 6 points it pays %1</extracomment>
        <translation>六點贏 %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>%1 起</translation>
    </message>
    <message>
        <source>Won at %1</source>
        <translation>贏，賠率 %1</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>輸</translation>
    </message>
    <message>
        <source>%1 returned</source>
        <translation>已退回 %1</translation>
    </message>
    <message>
        <source>Needs at least %1</source>
        <translation>至少需 %1</translation>
    </message>
    <message>
        <source>Placing...</source>
        <translation>下注中...</translation>
    </message>
    <message>
        <source>Placing... %1 registered</source>
        <translation>正在下注... 已登記 %1</translation>
    </message>
    <message>
        <source>Taking back... %1 registered</source>
        <translation>正在取回... 已登記 %1</translation>
    </message>
    <message>
        <source>No. %1 · %2 returned</source>
        <translation>編號 %1 · 退回 %2</translation>
    </message>
    <message>
        <source>%1 registered, %2 returned</source>
        <translation>已登記 %1，退回 %2</translation>
    </message>
    <message>
        <source>Registered · No. %1</source>
        <translation>已登記 · 編號 %1</translation>
    </message>
    <message>
        <source>Registered</source>
        <translation>已登記</translation>
    </message>
</context>
<context>
    <name>BuyIn</name>
    <message>
        <source>Buy in</source>
        <translation>買入</translation>
    </message>
    <message>
        <source>Balance %1</source>
        <translation>餘額 %1</translation>
    </message>
    <message>
        <source>%1 was taken and not credited: an attendant will come.</source>
        <translation>%1 已收取但未入帳：服務員會前來處理。</translation>
    </message>
    <message>
        <source>%1 was taken and not credited. Please call an attendant.</source>
        <translation>%1 已收取但未入帳。請呼叫服務員。</translation>
    </message>
    <message>
        <source>%1 is being booked...</source>
        <translation>正在入帳 %1...</translation>
    </message>
    <message>
        <source>Insert a note or a ticket</source>
        <translation>請放入鈔票或票券</translation>
    </message>
    <message>
        <source>Please call an attendant</source>
        <translation>請呼叫服務員</translation>
    </message>
    <message>
        <source>Nothing can be inserted now</source>
        <translation>現在不能放入</translation>
    </message>
    <message>
        <source>Emulated devices: this is not real money</source>
        <translation>模擬設備：並非真錢</translation>
    </message>
    <message>
        <source>Insert a note</source>
        <translation>放入鈔票</translation>
    </message>
    <message>
        <source>Insert a ticket: its 18 digits</source>
        <translation>放入票券：18 位號碼</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>刪除</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>確定</translation>
    </message>
</context>
<context>
    <name>CardRow</name>
    <message>
        <source>not a whole round</source>
        <translation>不是完整的一局</translation>
    </message>
    <message>
        <source>Result stays: %1</source>
        <translation>結果不變：%1</translation>
    </message>
    <message>
        <source>New result: %1</source>
        <translation>新結果：%1</translation>
    </message>
    <message>
        <source>All bets of the round are settled anew; the differences are booked to each terminal</source>
        <translation>本局所有注碼重新結算；差額記入各終端機</translation>
    </message>
    <message>
        <source>extra</source>
        <translation>多出</translation>
    </message>
</context>
<context>
    <name>CashOut</name>
    <message>
        <source>Cash out</source>
        <translation>兌現</translation>
    </message>
    <message>
        <source>Your balance as a ticket, in %1</source>
        <translation>將您的餘額列印成票券，幣種 %1</translation>
    </message>
    <message>
        <source>The table issues the ticket...</source>
        <translation>牌桌正在出票...</translation>
    </message>
    <message>
        <source>The ticket is paid at the cashier or taken by any terminal of this table.</source>
        <translation>票券可在收銀處兌付，或在本桌任何終端機使用。</translation>
    </message>
    <message>
        <source>Print the ticket</source>
        <translation>列印票券</translation>
    </message>
    <message>
        <source>Go on playing</source>
        <translation>繼續遊戲</translation>
    </message>
    <message>
        <source>Ticket %1</source>
        <translation>票券 %1</translation>
    </message>
    <message>
        <source>Terminal %1</source>
        <translation>終端機 %1</translation>
    </message>
    <message>
        <source>Please take your ticket. Thank you for playing.</source>
        <translation>請取走您的票券。感謝惠顧。</translation>
    </message>
    <message>
        <source>The ticket is being printed...</source>
        <translation>正在列印票券...</translation>
    </message>
    <message>
        <source>The ticket could not be printed. Its number is on record: an attendant pays you.</source>
        <translation>票券未能列印。票號已記錄在案：由服務員向您付款。</translation>
    </message>
</context>
<context>
    <name>CashPage</name>
    <message>
        <source>Cash desk</source>
        <translation>現金台</translation>
    </message>
    <message>
        <source>not at your position</source>
        <translation>職位不足</translation>
    </message>
    <message>
        <source>Tickets not yet redeemed</source>
        <translation>未兌付票券</translation>
    </message>
    <message>
        <source>Result of the House</source>
        <translation>賭場損益</translation>
    </message>
    <message>
        <source>Due and owed after corrections</source>
        <translation>更正後應付與應收</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>沒有未結款項。</translation>
    </message>
    <message>
        <source>due %1</source>
        <translation>應付 %1</translation>
    </message>
    <message>
        <source>owed %1</source>
        <translation>應收 %1</translation>
    </message>
</context>
<context>
    <name>ChipTray</name>
    <message>
        <source>Chip %1</source>
        <translation>籌碼 %1</translation>
    </message>
    <message>
        <source>%1, without %2</source>
        <translation>%1，不含 %2</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>重複下注</translation>
    </message>
    <message>
        <source>Double</source>
        <translation>加倍</translation>
    </message>
</context>
<context>
    <name>Display</name>
    <message>
        <source>Baccarat</source>
        <translation>百家樂</translation>
    </message>
    <message>
        <source>P</source>
        <extracomment>One letter each, in a disc beside "... wins"</extracomment>
        <translation>閒</translation>
    </message>
    <message>
        <source>B</source>
        <translation>莊</translation>
    </message>
    <message>
        <source>T</source>
        <translation>和</translation>
    </message>
    <message>
        <source>Void</source>
        <translation>作廢</translation>
    </message>
    <message>
        <source>%1 wins</source>
        <translation>%1贏</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>第 %1 局</translation>
    </message>
    <message>
        <source>Next round is the last</source>
        <translation>下一局是最後一局</translation>
    </message>
    <message>
        <source>Last round</source>
        <translation>最後一局</translation>
    </message>
    <message>
        <source>New shoe next</source>
        <translation>即將更換牌靴</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>局號</translation>
    </message>
    <message>
        <source>Shoe</source>
        <translation>牌靴</translation>
    </message>
    <message>
        <source>Cards left</source>
        <translation>剩餘牌數</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Extra card</source>
        <translation>多出的牌</translation>
    </message>
    <message>
        <source>next card</source>
        <translation>下一張牌</translation>
    </message>
    <message>
        <source>Play is paused</source>
        <translation>遊戲暫停</translation>
    </message>
    <message>
        <source>This round is void</source>
        <translation>此局作廢</translation>
    </message>
    <message>
        <source>This display waits for the table. What it shows may be out of date.</source>
        <translation>本螢幕正在等待牌桌。所顯示的內容可能已過時。</translation>
    </message>
    <message>
        <source>All bets are returned</source>
        <translation>全部注碼退回</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 點</translation>
    </message>
    <message>
        <source>Corrected (5.6)</source>
        <translation>已更正（5.6）</translation>
    </message>
    <message>
        <source>Natural</source>
        <translation>例牌</translation>
    </message>
    <message>
        <source>The Dealer confirms</source>
        <translation>荷官確認中</translation>
    </message>
    <message>
        <source>For information only: the cards on the table count (5.10)</source>
        <translation>僅供參考：以桌上的牌為準（5.10）</translation>
    </message>
</context>
<context>
    <name>DisplayLimits</name>
    <message>
        <source>Limits %1</source>
        <translation>限額 %1</translation>
    </message>
    <message>
        <source>on 6: %1</source>
        <translation>六點贏 %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>%1 起</translation>
    </message>
</context>
<context>
    <name>DisplayRoads</name>
    <message>
        <source>B</source>
        <translation>莊</translation>
    </message>
    <message>
        <source>P</source>
        <translation>閒</translation>
    </message>
    <message>
        <source>T</source>
        <translation>和</translation>
    </message>
    <message>
        <source>B Pair</source>
        <translation>莊對</translation>
    </message>
    <message>
        <source>P Pair</source>
        <translation>閒對</translation>
    </message>
    <message>
        <source>B on 6</source>
        <translation>莊六點</translation>
    </message>
    <message>
        <source>Ask Banker</source>
        <translation>莊問路</translation>
    </message>
    <message>
        <source>Ask Player</source>
        <translation>閒問路</translation>
    </message>
</context>
<context>
    <name>DisputedLines</name>
    <message>
        <source>Bet</source>
        <translation>下注</translation>
    </message>
    <message>
        <source>Paid by the table</source>
        <translation>牌桌派彩</translation>
    </message>
    <message>
        <source>Computed here</source>
        <translation>本終端機計算</translation>
    </message>
</context>
<context>
    <name>EventsPage</name>
    <message>
        <source>Event log</source>
        <translation>事件記錄</translation>
    </message>
</context>
<context>
    <name>ExposureBox</name>
    <message>
        <source>Registered bets</source>
        <translation>已登記注碼</translation>
    </message>
    <message>
        <source>Bets</source>
        <translation>注額</translation>
    </message>
    <message>
        <source>House pays</source>
        <translation>賭場賠付</translation>
    </message>
    <message>
        <source>All bets</source>
        <translation>全部注碼</translation>
    </message>
    <message>
        <source>Differential</source>
        <translation>差額</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1／%2</translation>
    </message>
</context>
<context>
    <name>FieldTile</name>
    <message>
        <source>no limit</source>
        <translation>無上限</translation>
    </message>
    <message>
        <source>same shoe as before</source>
        <translation>仍是原牌靴</translation>
    </message>
</context>
<context>
    <name>FormSheet</name>
    <message>
        <source>Are you sure?</source>
        <translation>確定嗎？</translation>
    </message>
    <message>
        <source>It is not a card of this set</source>
        <translation>不是本副牌</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>Gallery</name>
    <message>
        <source>Baccarat</source>
        <translation>百家樂</translation>
    </message>
    <message>
        <source>Table %1</source>
        <translation>%1 號桌</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>第 %1 局</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已連線</translation>
    </message>
    <message>
        <source>Joining</source>
        <translation>正在加入</translation>
    </message>
    <message>
        <source>No connection</source>
        <translation>無連線</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>資訊</translation>
    </message>
    <message>
        <source>Place your bets</source>
        <translation>請下注</translation>
    </message>
    <message>
        <source>No more bets</source>
        <translation>停止下注</translation>
    </message>
    <message>
        <source>The cards decide</source>
        <translation>以牌面為準</translation>
    </message>
    <message>
        <source>What became of a bet</source>
        <translation>注碼狀態</translation>
    </message>
    <message>
        <source>Wanted</source>
        <translation>待送出</translation>
    </message>
    <message>
        <source>Placing</source>
        <translation>下注中</translation>
    </message>
    <message>
        <source>Registered</source>
        <translation>已登記</translation>
    </message>
    <message>
        <source>Returned</source>
        <translation>已退回</translation>
    </message>
    <message>
        <source>Confirm the result</source>
        <translation>確認結果</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>重複下注</translation>
    </message>
    <message>
        <source>Double</source>
        <translation>加倍</translation>
    </message>
    <message>
        <source>Void the round</source>
        <translation>本局作廢</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>Cash out</source>
        <translation>兌現</translation>
    </message>
</context>
<context>
    <name>History</name>
    <message>
        <source>The last rounds</source>
        <translation>最近各局</translation>
    </message>
    <message>
        <source>Newer</source>
        <translation>較新</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>較早</translation>
    </message>
    <message>
        <source>No round has been played yet.</source>
        <translation>尚未進行任何一局。</translation>
    </message>
</context>
<context>
    <name>HistoryRow</name>
    <message>
        <source>%1 on 6</source>
        <translation>%1六點贏</translation>
    </message>
    <message>
        <source>Void</source>
        <translation>作廢</translation>
    </message>
    <message>
        <source>Voided after payment</source>
        <translation>支付後作廢</translation>
    </message>
    <message>
        <source>Corrected (5.6)</source>
        <translation>已更正（5.6）</translation>
    </message>
    <message>
        <source>P</source>
        <translation>閒</translation>
    </message>
    <message>
        <source>B</source>
        <translation>莊</translation>
    </message>
    <message>
        <source>no bet</source>
        <translation>未下注</translation>
    </message>
</context>
<context>
    <name>IdlePage</name>
    <message>
        <source>Baccarat</source>
        <translation>百家樂</translation>
    </message>
    <message>
        <source>Live baccarat</source>
        <translation>真人百家樂</translation>
    </message>
    <message>
        <source>Live baccarat, from %1 %2</source>
        <translation>真人百家樂，%1 %2 起</translation>
    </message>
    <message>
        <source>Touch to play</source>
        <translation>點按開始遊戲</translation>
    </message>
    <message>
        <source>on 6: %1</source>
        <translation>六點贏 %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>%1 起</translation>
    </message>
    <message>
        <source>Limits in %1.</source>
        <translation>限額以 %1 計。</translation>
    </message>
    <message>
        <source>Limits in %1. The roads are for information only (5.10).</source>
        <translation>限額以 %1 計。路單僅供參考（5.10）。</translation>
    </message>
</context>
<context>
    <name>LaidCards</name>
    <message>
        <source>Extra card</source>
        <translation>多出的牌</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>Language</source>
        <translation>語言</translation>
    </message>
</context>
<context>
    <name>LetterPad</name>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>刪除</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>LimitsBox</name>
    <message>
        <source>Limits on display</source>
        <translation>將公布的限額</translation>
    </message>
    <message>
        <source>The console tells them when the table opens.</source>
        <translation>開台時由主機公布。</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>無上限</translation>
    </message>
    <message>
        <source>Differential</source>
        <translation>差額</translation>
    </message>
</context>
<context>
    <name>LimitsPage</name>
    <message>
        <source>Limits per terminal and round</source>
        <translation>每終端機每局限額</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>級距</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>無上限</translation>
    </message>
    <message>
        <source>Table differential at most %1</source>
        <translation>本桌差額上限 %1</translation>
    </message>
</context>
<context>
    <name>Middle</name>
    <message>
        <source>%1 was taken and not credited: an attendant will come.</source>
        <translation>%1 已收取但未入帳：服務員會前來處理。</translation>
    </message>
    <message>
        <source>%1 was taken and not credited. Please call an attendant.</source>
        <translation>%1 已收取但未入帳。請呼叫服務員。</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Round %1 is void. Balance: %2</source>
        <translation>第 %1 局作廢。餘額：%2</translation>
    </message>
    <message>
        <source>Round %1 was corrected. Balance: %2</source>
        <translation>第 %1 局已更正。餘額：%2</translation>
    </message>
    <message>
        <source>Round %1 is void</source>
        <translation>第 %1 局作廢</translation>
    </message>
    <message>
        <source>Last bets</source>
        <translation>最後下注</translation>
    </message>
    <message>
        <source>Turn your cards</source>
        <translation>請開牌</translation>
    </message>
    <message>
        <source>All bets are returned</source>
        <translation>全部注碼退回</translation>
    </message>
    <message>
        <source>next card: %1</source>
        <translation>下一張牌：%1</translation>
    </message>
    <message>
        <source>Pull a card by its edge. When its time is over, it turns by itself.</source>
        <translation>從牌邊打開您的牌。時間到後自動打開。</translation>
    </message>
    <message>
        <source>Play is paused</source>
        <translation>遊戲暫停</translation>
    </message>
    <message>
        <source>Your registered bets stand. A Supervisor decides what follows.</source>
        <translation>您已登記的注碼有效。由主管決定如何處理。</translation>
    </message>
    <message>
        <source>A Supervisor decides what follows.</source>
        <translation>由主管決定如何處理。</translation>
    </message>
    <message>
        <source>Tie</source>
        <translation>和</translation>
    </message>
    <message>
        <source>%1 wins</source>
        <translation>%1贏</translation>
    </message>
    <message>
        <source>The table is closed. Your balance stays yours: cash out.</source>
        <translation>牌桌已關閉。餘額仍屬於您：請兌現。</translation>
    </message>
    <message>
        <source>Your ticket was not printed: see Cash out.</source>
        <translation>您的票券未能列印：請查看「兌現」。</translation>
    </message>
    <message>
        <source>To play, insert a note or a ticket: Buy in</source>
        <translation>請放入鈔票或票券開始遊戲：買入</translation>
    </message>
    <message>
        <source>Choose a chip, touch a place, wait for ✓. Hold to take back.</source>
        <translation>選擇籌碼，點按投注區，等待 ✓。長按可取回。</translation>
    </message>
    <message>
        <source>Your bets are registered: %1</source>
        <translation>您的注碼已登記：%1</translation>
    </message>
    <message>
        <source>Not placed: the limit of all bets together is %1</source>
        <translation>未下注：全部注碼合計上限為 %1</translation>
    </message>
    <message>
        <source>Not placed: %1 limit is %2</source>
        <translation>未下注：%1上限為 %2</translation>
    </message>
    <message>
        <source>Waiting for the dealer to confirm</source>
        <translation>等待荷官確認</translation>
    </message>
    <message>
        <source>You win %1</source>
        <translation>您贏得 %1</translation>
    </message>
    <message>
        <source>%1 returned</source>
        <translation>已退回 %1</translation>
    </message>
    <message>
        <source>No win this time</source>
        <translation>本局未贏</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 點</translation>
    </message>
    <message>
        <source>Natural</source>
        <translation>例牌</translation>
    </message>
    <message>
        <source>%1 on 6</source>
        <translation>%1六點贏</translation>
    </message>
</context>
<context>
    <name>Mirror</name>
    <message>
        <source>No cards yet</source>
        <translation>尚未發牌</translation>
    </message>
</context>
<context>
    <name>NextButton</name>
    <message>
        <source>%1 in dispute</source>
        <translation>%1 有爭議</translation>
    </message>
    <message>
        <source>First finish this, or cancel it</source>
        <translation>請先完成或取消</translation>
    </message>
    <message>
        <source>for a %1</source>
        <translation>須由%1</translation>
    </message>
    <message>
        <source>One moment …</source>
        <translation>請稍候…</translation>
    </message>
</context>
<context>
    <name>NoteLine</name>
    <message>
        <source>The connection was lost while an order was under way: look whether it was done</source>
        <translation>指令傳送途中連線中斷：請查看是否已執行</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>已拒絕：%1</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>確定</translation>
    </message>
</context>
<context>
    <name>NumberPad</name>
    <message>
        <source>Delete</source>
        <translation>刪除</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>Odds</name>
    <message>
        <source>%1 to %2</source>
        <extracomment>Odds: a bet of %2 wins %1</extracomment>
        <translation>%1 : %2</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
</context>
<context>
    <name>Purse</name>
    <message>
        <source>Balance %1</source>
        <translation>餘額 %1</translation>
    </message>
    <message>
        <source>Total bet · %1 registered</source>
        <translation>總注額 · 已登記 %1</translation>
    </message>
    <message>
        <source>Total bet</source>
        <translation>總注額</translation>
    </message>
    <message>
        <source>Last win</source>
        <translation>上局贏得</translation>
    </message>
    <message>
        <source>Buy in</source>
        <translation>買入</translation>
    </message>
    <message>
        <source>Cash out</source>
        <translation>兌現</translation>
    </message>
    <message>
        <source>History</source>
        <translation>歷史記錄</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>規則</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Table</source>
        <translation>牌桌</translation>
    </message>
    <message>
        <source>Cashier</source>
        <translation>收銀</translation>
    </message>
    <message>
        <source>Shoe</source>
        <translation>牌靴</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限額</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>各局</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
</context>
<context>
    <name>ResultLine</name>
    <message>
        <source>%1 of %2 terminals have bet</source>
        <translation>%2 台終端機中 %1 台已下注</translation>
    </message>
    <message>
        <source>Cards are dealt</source>
        <translation>發牌中</translation>
    </message>
</context>
<context>
    <name>RoadBoard</name>
    <message>
        <source>Bead plate</source>
        <translation>珠盤路</translation>
    </message>
    <message>
        <source>Big Road</source>
        <translation>大路</translation>
    </message>
    <message>
        <source>Big Eye Boy</source>
        <translation>大眼仔</translation>
    </message>
    <message>
        <source>Small Road</source>
        <translation>小路</translation>
    </message>
    <message>
        <source>Cockroach Pig</source>
        <translation>曱甴路</translation>
    </message>
    <message>
        <source>Played</source>
        <translation>局數</translation>
    </message>
    <message>
        <source>B Pair</source>
        <translation>莊對</translation>
    </message>
    <message>
        <source>P Pair</source>
        <translation>閒對</translation>
    </message>
    <message>
        <source>Natural</source>
        <translation>例牌</translation>
    </message>
    <message>
        <source>B on 6</source>
        <translation>莊六點</translation>
    </message>
    <message>
        <source>B</source>
        <translation>莊</translation>
    </message>
    <message>
        <source>P</source>
        <translation>閒</translation>
    </message>
    <message>
        <source>T</source>
        <translation>和</translation>
    </message>
    <message>
        <source>For information only</source>
        <translation>僅供參考</translation>
    </message>
</context>
<context>
    <name>RoadView</name>
    <message>
        <source>BPT</source>
        <extracomment>The letters of Banker, Player and Tie in the roads: exactly three characters.</extracomment>
        <translation>莊閒和</translation>
    </message>
</context>
<context>
    <name>RoundsPage</name>
    <message>
        <source>VOID</source>
        <translation>作廢</translation>
    </message>
    <message>
        <source>Past rounds</source>
        <translation>過往牌局</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>暫無。</translation>
    </message>
    <message>
        <source>The last round</source>
        <translation>最近一局</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>第 %1 局</translation>
    </message>
    <message>
        <source>Void under</source>
        <translation>作廢依據</translation>
    </message>
    <message>
        <source>Certified by</source>
        <translation>確認人</translation>
    </message>
    <message>
        <source>Corrected by</source>
        <translation>更正人</translation>
    </message>
    <message>
        <source>Only its cards are known here.</source>
        <translation>此處僅有牌面記錄。</translation>
    </message>
    <message>
        <source>Bet</source>
        <translation>下注</translation>
    </message>
    <message>
        <source>Paid out incl. stake</source>
        <translation>派彩含本金</translation>
    </message>
    <message>
        <source>All bets</source>
        <translation>全部注碼</translation>
    </message>
</context>
<context>
    <name>Rules</name>
    <message>
        <source>How to bet</source>
        <translation>如何下注</translation>
    </message>
    <message>
        <source>How it is played</source>
        <translation>玩法</translation>
    </message>
    <message>
        <source>If something goes wrong</source>
        <translation>發生意外時</translation>
    </message>
    <message>
        <source>Limits and pay table</source>
        <translation>限額與賠率表</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>規則</translation>
    </message>
</context>
<context>
    <name>RulesGuide</name>
    <message>
        <source>Insert a note or a ticket</source>
        <translation>請放入鈔票或票券</translation>
    </message>
    <message>
        <source>The amount is added to your balance, at the bottom left.</source>
        <translation>金額會加到左下方的餘額中。</translation>
    </message>
    <message>
        <source>Choose a chip</source>
        <translation>選擇籌碼</translation>
    </message>
    <message>
        <source>Its value is what each tap adds.</source>
        <translation>每點一次，就加上這枚籌碼的金額。</translation>
    </message>
    <message>
        <source>Tap where you want to bet</source>
        <translation>點按要下注的位置</translation>
    </message>
    <message>
        <source>A bet counts when its place shows ✓ and a number: it is registered. You may change it as long as bets are open (3.7, 5.9).</source>
        <translation>位置上顯示 ✓ 和編號，注碼才算數：已登記。開放下注期間可以更改（3.7、5.9）。</translation>
    </message>
    <message>
        <source>✓ Registered · No. %1</source>
        <translation>✓ 已登記 · 編號 %1</translation>
    </message>
    <message>
        <source>See the cards</source>
        <translation>看牌</translation>
    </message>
    <message>
        <source>The Dealer confirms the result. What you have won is added to your balance at once.</source>
        <translation>荷官確認結果。您贏得的金額立即加到餘額中。</translation>
    </message>
    <message>
        <source>Keep your finger on a place to take the chosen chip back from it. Undo takes back the last step, Clear all bets.</source>
        <translation>長按一個位置，可取回所選籌碼的金額。「復原」取消上一步，「清除」取回全部注碼。</translation>
    </message>
    <message>
        <source>Repeat places the bets of your last round again, Double doubles those that lie there.</source>
        <translation>「重複下注」再下一次上一局的注碼，「加倍」將已下的注碼加倍。</translation>
    </message>
    <message>
        <source>Cash out prints your balance as a ticket. The cashier pays it, and every terminal of this table takes it.</source>
        <translation>「兌現」將餘額列印成票券。收銀處可兌付，本桌各終端機也可使用。</translation>
    </message>
    <message>
        <source>Call attendant brings somebody to your seat. The clock at the top shows how long you have played.</source>
        <translation>「呼叫服務員」會有人到您座位。上方的時鐘顯示您已玩多久。</translation>
    </message>
</context>
<context>
    <name>RulesLimits</name>
    <message>
        <source>Pays (4.1)</source>
        <translation>賠率（4.1）</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>Most</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>Steps of</source>
        <translation>級距</translation>
    </message>
    <message>
        <source>on 6: %1</source>
        <translation>六點贏 %1</translation>
    </message>
    <message>
        <source>All your bets of a round together: at least %1.</source>
        <translation>您每局全部注碼合計：至少 %1。</translation>
    </message>
    <message>
        <source>All your bets of a round together: at most %1.</source>
        <translation>您每局全部注碼合計：最多 %1。</translation>
    </message>
    <message>
        <source>What all players of this table have on Player and on Banker may differ by at most %1.</source>
        <translation>本桌所有玩家在閒與莊的注碼總額相差最多 %1。</translation>
    </message>
    <message>
        <source>There is no further limit on your bets together.</source>
        <translation>注碼合計沒有其他限額。</translation>
    </message>
    <message>
        <source>How odds are read</source>
        <translation>如何看賠率</translation>
    </message>
    <message>
        <source>8 to 1 pays eight times the bet, and the bet comes back. 1 to 2 pays half of it.</source>
        <translation>8 : 1 賠注碼的八倍，並退回注碼。1 : 2 賠一半。</translation>
    </message>
    <message>
        <source>The roads (5.10)</source>
        <translation>路單（5.10）</translation>
    </message>
    <message>
        <source>They show the results of this shoe, for information only: no result follows from them.</source>
        <translation>顯示本靴各局結果，僅供參考：不能據此推斷任何結果。</translation>
    </message>
    <message>
        <source>Red and blue</source>
        <translation>紅與藍</translation>
    </message>
    <message>
        <source>In bead plate and big road they say Banker and Player. In the three small roads they say regular and irregular; a column that goes straight on is red.</source>
        <translation>在珠盤路和大路中表示莊和閒。在三條下路中表示齊整與不齊整；直落為紅。</translation>
    </message>
    <message>
        <source>A limit that changes</source>
        <translation>限額更改</translation>
    </message>
    <message>
        <source>A change counts from the next round on.</source>
        <translation>更改從下一局起生效。</translation>
    </message>
</context>
<context>
    <name>RulesText</name>
    <message>
        <source>The hand nearer to 9 points wins.</source>
        <translation>點數最接近 9 的一方獲勝。</translation>
    </message>
    <message>
        <source>An ace counts 1, cards from 2 to 9 their number, tens and pictures nothing. Only the last digit of the sum counts.</source>
        <translation>A 算 1 點，2 至 9 按牌面，10 和人頭牌算 0 點。只計總和的個位數。</translation>
    </message>
    <message>
        <source>Bets are open from the notice until the screen says: no more bets.</source>
        <translation>從提示下注起，到螢幕顯示「停止下注」為止，可以下注。</translation>
    </message>
    <message>
        <source>Each of the five bets may be placed alone or with others.</source>
        <translation>五種投注可單獨或同時下注。</translation>
    </message>
    <message>
        <source>Both hands get two cards in turn, Player first.</source>
        <translation>雙方輪流各得兩張牌，閒先。</translation>
    </message>
    <message>
        <source>A pair is two cards of the same rank among the first two of a hand.</source>
        <translation>一方首兩張牌同一點數牌面即為對子。</translation>
    </message>
    <message>
        <source>8 or 9 with two cards is a natural: no hand draws.</source>
        <translation>首兩張合計 8 或 9 點為例牌：雙方都不補牌。</translation>
    </message>
    <message>
        <source>The Player hand draws a third card on 0 to 5 and stands on 6 or 7.</source>
        <translation>閒家 0 至 5 點補第三張牌，6 或 7 點不補。</translation>
    </message>
    <message>
        <source>If the Player hand stands, Banker draws on 0 to 5 and stands on 6 or 7.</source>
        <translation>閒家不補牌時，莊家 0 至 5 點補牌，6 或 7 點不補。</translation>
    </message>
    <message>
        <source>If the Player hand has drawn, Banker draws by its own points and by the card that Player drew:</source>
        <translation>閒家已補牌時，莊家按自己的點數和閒家補到的牌決定：</translation>
    </message>
    <message>
        <source>Banker has</source>
        <translation>莊家點數</translation>
    </message>
    <message>
        <source>draws on</source>
        <translation>遇此牌補</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任何</translation>
    </message>
    <message>
        <source>On a tie, bets on Player and Banker are returned.</source>
        <translation>和局時，莊和閒的注碼退回。</translation>
    </message>
    <message>
        <source>If Banker wins with 6 points, the bet on Banker is paid 1 to 2, else 1 to 1.</source>
        <translation>莊以 6 點贏時，莊注賠 1 : 2，其他情況賠 1 : 1。</translation>
    </message>
    <message>
        <source>If the round is interrupted: it is finished if any bet is already won or lost, else it is void.</source>
        <translation>如一局中斷：已有任何注碼分出輸贏則繼續完成，否則作廢。</translation>
    </message>
    <message>
        <source>If this terminal fails, the round goes on: registered bets are settled as ever, bets not registered are returned.</source>
        <translation>如本終端機故障，該局照常進行：已登記的注碼照常結算，未登記的退回。</translation>
    </message>
    <message>
        <source>The round is void, and earlier rounds stand, in these cases:</source>
        <translation>下列情況該局作廢，之前各局有效：</translation>
    </message>
    <message>
        <source>Cards too many or on the wrong side are put in their order; a card too many may begin the next round.</source>
        <translation>多發或發錯一方的牌按次序復位；多出的牌可作為下一局的首張牌。</translation>
    </message>
    <message>
        <source>If a wrong result was entered, the round is settled again by the cards.</source>
        <translation>如輸入結果有誤，該局按牌面重新結算。</translation>
    </message>
    <message>
        <source>An error that is found later changes no later round.</source>
        <translation>事後發現的錯誤不影響之後各局。</translation>
    </message>
    <message>
        <source>Bets count as they stand when bets are closed.</source>
        <translation>以截止時的注碼為準。</translation>
    </message>
    <message>
        <source>The cards on the table decide; screens only inform.</source>
        <translation>以桌上的牌為準，螢幕僅供參考。</translation>
    </message>
    <message>
        <source>A void round returns every bet.</source>
        <translation>作廢局的全部注碼退回。</translation>
    </message>
    <message>
        <source>What no rule foresees is decided by the Shift Manager.</source>
        <translation>規則未涵蓋的情況由值班經理決定。</translation>
    </message>
</context>
<context>
    <name>SeatMap</name>
    <message>
        <source>Seats: %1 of %2 connected</source>
        <translation>座位：%1／%2 已連線</translation>
    </message>
    <message>
        <source>Seats as of %1</source>
        <translation>座位狀態（%1）</translation>
    </message>
</context>
<context>
    <name>SeatSheet</name>
    <message>
        <source>Terminal %1</source>
        <translation>終端機 %1</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已連線</translation>
    </message>
    <message>
        <source>No contact</source>
        <translation>失去聯絡</translation>
    </message>
    <message>
        <source>Credit</source>
        <translation>餘額</translation>
    </message>
    <message>
        <source>Registered in this round</source>
        <translation>本局已登記</translation>
    </message>
    <message>
        <source>Dispute</source>
        <translation>爭議</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>第 %1 局</translation>
    </message>
    <message>
        <source>none</source>
        <translation>無</translation>
    </message>
    <message>
        <source>Close confirmed</source>
        <translation>已確認停注</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Out of play</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>not at your position</source>
        <translation>職位不足</translation>
    </message>
    <message>
        <source>All seats</source>
        <translation>所有座位</translation>
    </message>
</context>
<context>
    <name>SeatTile</name>
    <message>
        <source>Dispute</source>
        <translation>爭議</translation>
    </message>
    <message>
        <source>Out of play</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Attendant call</source>
        <translation>呼叫服務員</translation>
    </message>
    <message>
        <source>No contact</source>
        <translation>失去聯絡</translation>
    </message>
    <message>
        <source>Close confirmed</source>
        <translation>已確認停注</translation>
    </message>
    <message>
        <source>Close not confirmed</source>
        <translation>未確認停注</translation>
    </message>
    <message>
        <source>no bet</source>
        <translation>未下注</translation>
    </message>
    <message>
        <source>Credit</source>
        <translation>餘額</translation>
    </message>
</context>
<context>
    <name>ShoeBox</name>
    <message>
        <source>Card shoe</source>
        <translation>牌靴</translation>
    </message>
    <message>
        <source>as of %1</source>
        <translation>截至 %1</translation>
    </message>
    <message>
        <source>No signal</source>
        <translation>無訊號</translation>
    </message>
    <message>
        <source>Burning</source>
        <translation>銷牌中</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就緒</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>未裝牌</translation>
    </message>
    <message>
        <source>of %1 cards left</source>
        <translation>／%1 張剩餘</translation>
    </message>
    <message>
        <source>no cards</source>
        <translation>無牌</translation>
    </message>
    <message>
        <source>Burnt</source>
        <translation>已銷牌</translation>
    </message>
    <message>
        <source>%1, %2 to go</source>
        <translation>%1，尚餘 %2</translation>
    </message>
    <message>
        <source>Cut card</source>
        <translation>切牌卡</translation>
    </message>
    <message>
        <source>next round is the last</source>
        <translation>下一局為最後一局</translation>
    </message>
    <message>
        <source>last round</source>
        <translation>最後一局</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>未出現</translation>
    </message>
</context>
<context>
    <name>ShoePage</name>
    <message>
        <source>Card shoe</source>
        <translation>牌靴</translation>
    </message>
    <message>
        <source>No signal from the card shoe</source>
        <translation>牌靴無訊號</translation>
    </message>
    <message>
        <source>The shoe is ready</source>
        <translation>牌靴就緒</translation>
    </message>
    <message>
        <source>Cards are burnt</source>
        <translation>正在銷牌</translation>
    </message>
    <message>
        <source>No cards are loaded</source>
        <translation>未裝牌</translation>
    </message>
    <message>
        <source>Cards left</source>
        <translation>剩餘牌數</translation>
    </message>
    <message>
        <source>Decks</source>
        <translation>副數</translation>
    </message>
    <message>
        <source>Burnt</source>
        <translation>已銷牌</translation>
    </message>
    <message>
        <source>Still to burn</source>
        <translation>待銷牌</translation>
    </message>
    <message>
        <source>Rounds left</source>
        <translation>剩餘局數</translation>
    </message>
    <message>
        <source>until the cut card</source>
        <translation>至切牌卡為止</translation>
    </message>
    <message>
        <source>Serial number</source>
        <translation>序列號</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Last day closed</source>
        <translation>最近關帳日</translation>
    </message>
    <message>
        <source>Table and cards</source>
        <translation>牌桌與牌</translation>
    </message>
</context>
<context>
    <name>ShoeWindow</name>
    <message>
        <source>Noise on the line</source>
        <translation>線路干擾</translation>
    </message>
    <message>
        <source>Misread card</source>
        <translation>誤讀的牌</translation>
    </message>
    <message>
        <source>Unreadable card</source>
        <translation>無法讀取的牌</translation>
    </message>
    <message>
        <source>Two cards at once</source>
        <translation>同時抽出兩張牌</translation>
    </message>
    <message>
        <source>A joker</source>
        <translation>鬼牌</translation>
    </message>
    <message>
        <source>Lost message</source>
        <translation>訊息遺失</translation>
    </message>
    <message>
        <source>Drawn</source>
        <translation>已抽出</translation>
    </message>
    <message>
        <source>Two cards came out</source>
        <translation>出了兩張牌</translation>
    </message>
    <message>
        <source>A joker came out</source>
        <translation>出了一張鬼牌</translation>
    </message>
    <message>
        <source>The sensor reads something else</source>
        <translation>讀到的是另一張牌</translation>
    </message>
    <message>
        <source>The sensor reads nothing</source>
        <translation>感應器未讀到牌</translation>
    </message>
    <message>
        <source>The shoe is empty</source>
        <translation>牌靴已空</translation>
    </message>
    <message>
        <source>The cable is out</source>
        <translation>連接線已拔出</translation>
    </message>
    <message>
        <source>The cable is in</source>
        <translation>連接線已接上</translation>
    </message>
    <message>
        <source>The cut card came</source>
        <translation>切牌卡已出</translation>
    </message>
    <message>
        <source>Freshly shuffled cards</source>
        <translation>新洗好的牌</translation>
    </message>
    <message>
        <source>Card shoe</source>
        <translation>牌靴</translation>
    </message>
    <message>
        <source>Plugged in</source>
        <translation>已接上</translation>
    </message>
    <message>
        <source>Unplugged</source>
        <translation>已拔出</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一張：%1</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就緒</translation>
    </message>
    <message>
        <source>%1 cards left</source>
        <translation>尚餘 %1 張</translation>
    </message>
    <message>
        <source>Draw the next card</source>
        <translation>抽下一張牌</translation>
    </message>
    <message>
        <source>Pull the cable</source>
        <translation>拔出連接線</translation>
    </message>
    <message>
        <source>Plug it in</source>
        <translation>接上</translation>
    </message>
    <message>
        <source>New cards</source>
        <translation>換新牌</translation>
    </message>
</context>
<context>
    <name>SideBadge</name>
    <message>
        <source>P</source>
        <extracomment>One letter each for Player, Banker and Tie</extracomment>
        <translation>閒</translation>
    </message>
    <message>
        <source>B</source>
        <translation>莊</translation>
    </message>
    <message>
        <source>T</source>
        <translation>和</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>not at this moment</source>
        <translation>目前不可用</translation>
    </message>
    <message>
        <source>for a %1</source>
        <translation>須由%1</translation>
    </message>
</context>
<context>
    <name>TableBar</name>
    <message>
        <source>Play is paused</source>
        <translation>遊戲暫停</translation>
    </message>
    <message>
        <source>Turn your cards</source>
        <translation>請開牌</translation>
    </message>
    <message>
        <source>Last bets</source>
        <translation>最後下注</translation>
    </message>
    <message>
        <source>Baccarat</source>
        <translation>百家樂</translation>
    </message>
    <message>
        <source>Terminal %1</source>
        <translation>終端機 %1</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>局號</translation>
    </message>
    <message>
        <source>Shoe</source>
        <translation>牌靴</translation>
    </message>
    <message>
        <source>Next round</source>
        <translation>下一局</translation>
    </message>
    <message>
        <source>This shoe</source>
        <translation>本靴</translation>
    </message>
    <message>
        <source>Cards left</source>
        <translation>剩餘牌數</translation>
    </message>
    <message>
        <source>is the last</source>
        <translation>為最後一局</translation>
    </message>
    <message>
        <source>last round</source>
        <translation>最後一局</translation>
    </message>
    <message>
        <source>is finished</source>
        <translation>已結束</translation>
    </message>
    <message>
        <source>Limits %1</source>
        <translation>限額 %1</translation>
    </message>
    <message>
        <source>Side bets</source>
        <translation>邊注</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>遊戲時長</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高對比度</translation>
    </message>
    <message>
        <source>English</source>
        <extracomment>The short name of the language that is shown</extracomment>
        <translation>繁體中文</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Baccarat</source>
        <translation>百家樂</translation>
    </message>
    <message>
        <source>Blackjack</source>
        <translation>二十一點</translation>
    </message>
    <message>
        <source>Blackjack Plus</source>
        <translation>二十一點加強版</translation>
    </message>
    <message>
        <source>Three Pictures</source>
        <translation>三公</translation>
    </message>
    <message>
        <source>Table closed</source>
        <translation>本桌關閉</translation>
    </message>
    <message>
        <source>Between rounds</source>
        <translation>兩局之間</translation>
    </message>
    <message>
        <source>Bets are open</source>
        <translation>下注中</translation>
    </message>
    <message>
        <source>No more bets</source>
        <translation>停止下注</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Dealer</source>
        <translation>荷官</translation>
    </message>
    <message>
        <source>Pit Supervisor</source>
        <translation>區域主管</translation>
    </message>
    <message>
        <source>Pit Manager</source>
        <translation>區域經理</translation>
    </message>
    <message>
        <source>Shift Manager</source>
        <translation>值班經理</translation>
    </message>
    <message>
        <source>Open the table</source>
        <translation>開桌</translation>
    </message>
    <message>
        <source>Load a new shoe</source>
        <translation>裝入新牌靴</translation>
    </message>
    <message>
        <source>Burn cards</source>
        <translation>銷牌</translation>
    </message>
    <message>
        <source>Open bets</source>
        <translation>開始下注</translation>
    </message>
    <message>
        <source>Close bets</source>
        <translation>停止下注</translation>
    </message>
    <message>
        <source>10 seconds more</source>
        <translation>延長 10 秒</translation>
    </message>
    <message>
        <source>Draw to %1</source>
        <translation>發牌給%1</translation>
    </message>
    <message>
        <source>Certify</source>
        <translation>確認結果</translation>
    </message>
    <message>
        <source>Correct the cards</source>
        <translation>更正牌面</translation>
    </message>
    <message>
        <source>Call the Supervisor</source>
        <translation>呼叫主管</translation>
    </message>
    <message>
        <source>Supervisor called</source>
        <translation>已呼叫主管</translation>
    </message>
    <message>
        <source>Void the round</source>
        <translation>本局作廢</translation>
    </message>
    <message>
        <source>End the shoe</source>
        <translation>結束本靴</translation>
    </message>
    <message>
        <source>Close the table</source>
        <translation>關桌</translation>
    </message>
    <message>
        <source>Close the day</source>
        <translation>關帳</translation>
    </message>
    <message>
        <source>Change the limits</source>
        <translation>更改限額</translation>
    </message>
    <message>
        <source>Void round %1</source>
        <translation>第 %1 局作廢</translation>
    </message>
    <message>
        <source>Correct round %1</source>
        <translation>更正第 %1 局</translation>
    </message>
    <message>
        <source>Record a ruling</source>
        <translation>記錄裁定</translation>
    </message>
    <message>
        <source>Round goes on</source>
        <translation>本局繼續</translation>
    </message>
    <message>
        <source>Round is affected</source>
        <translation>本局受影響</translation>
    </message>
    <message>
        <source>Keep for the next round</source>
        <translation>留作下一局</translation>
    </message>
    <message>
        <source>Reconstruct the order</source>
        <translation>還原牌序</translation>
    </message>
    <message>
        <source>Dealt with: go on</source>
        <translation>已處理：繼續</translation>
    </message>
    <message>
        <source>Enter the card</source>
        <translation>輸入牌面</translation>
    </message>
    <message>
        <source>Plug the shoe in</source>
        <translation>接上牌靴</translation>
    </message>
    <message>
        <source>Call the Shift Manager</source>
        <translation>呼叫值班經理</translation>
    </message>
    <message>
        <source>Add credit</source>
        <translation>增加餘額</translation>
    </message>
    <message>
        <source>Pay by hand</source>
        <translation>人工支付</translation>
    </message>
    <message>
        <source>Pay a ticket</source>
        <translation>兌付票券</translation>
    </message>
    <message>
        <source>Pay what is due</source>
        <translation>支付應付款</translation>
    </message>
    <message>
        <source>Collect what is owed</source>
        <translation>收回應收款</translation>
    </message>
    <message>
        <source>Settle the dispute</source>
        <translation>裁定爭議</translation>
    </message>
    <message>
        <source>Take out of play</source>
        <translation>停用終端機</translation>
    </message>
    <message>
        <source>Back into play</source>
        <translation>恢復使用</translation>
    </message>
    <message>
        <source>Take out of service</source>
        <translation>撤出服務</translation>
    </message>
    <message>
        <source>Attendant arrived</source>
        <translation>服務員已到</translation>
    </message>
    <message>
        <source>Draw to %1, third card</source>
        <translation>發第三張牌給%1</translation>
    </message>
    <message>
        <source>The limits are on display from now on</source>
        <translation>即刻起公布限額</translation>
    </message>
    <message>
        <source>Shuffled cards, with a Supervisor</source>
        <translation>已洗好的牌，與主管共同辦理</translation>
    </message>
    <message>
        <source>%1 still to burn: draw them and lay them aside</source>
        <translation>尚有 %1 張待銷：抽出並放在一旁</translation>
    </message>
    <message>
        <source>A new round begins</source>
        <translation>新的一局開始</translation>
    </message>
    <message>
        <source>No more bets: what is registered stands</source>
        <translation>停止下注：以已登記的為準</translation>
    </message>
    <message>
        <source>Take the next card from the shoe</source>
        <translation>從牌靴抽出下一張牌</translation>
    </message>
    <message>
        <source>The cards on the felt are those on the screen</source>
        <translation>桌上的牌與螢幕一致</translation>
    </message>
    <message>
        <source>Nothing has changed on the felt</source>
        <translation>桌面沒有變動</translation>
    </message>
    <message>
        <source>If no bet is decided, the round is void</source>
        <translation>若無注碼已定勝負，本局作廢</translation>
    </message>
    <message>
        <source>It is the first card of the next round</source>
        <translation>作為下一局的第一張牌</translation>
    </message>
    <message>
        <source>All cards in the order that was meant</source>
        <translation>按應有次序排列全部牌</translation>
    </message>
    <message>
        <source>The reason for the stop is dealt with</source>
        <translation>暫停原因已處理</translation>
    </message>
    <message>
        <source>As it lies on the felt, with a Supervisor</source>
        <translation>以桌上的牌為準，與主管共同辦理</translation>
    </message>
    <message>
        <source>It reports what was drawn meanwhile</source>
        <translation>牌靴會補報期間抽出的牌</translation>
    </message>
    <message>
        <source>Nobody else may decide this</source>
        <translation>只能由其決定</translation>
    </message>
    <message>
        <source>Play is paused until one has come</source>
        <translation>在主管到場前暫停遊戲</translation>
    </message>
    <message>
        <source>Pit Supervisor needed</source>
        <translation>需要區域主管</translation>
    </message>
    <message>
        <source>All bets are returned</source>
        <translation>全部注碼退回</translation>
    </message>
    <message>
        <source>No more rounds until it is opened again</source>
        <translation>重新開桌前不再開局</translation>
    </message>
    <message>
        <source>The books of this gaming day are closed</source>
        <translation>結清本營業日帳目</translation>
    </message>
    <message>
        <source>The cards that are left are counted by hand</source>
        <translation>人工點算剩餘的牌</translation>
    </message>
    <message>
        <source>The cards on the felt decide</source>
        <translation>以桌上的牌為準</translation>
    </message>
    <message>
        <source>It may bet and cash out again</source>
        <translation>可再次下注和兌現</translation>
    </message>
    <message>
        <source>Another panel with this key is in use. Close it, then start this one again</source>
        <translation>另一面板正以此金鑰使用。請關閉它，再重新啟動本面板</translation>
    </message>
    <message>
        <source>This panel was taken out of service. A Shift Manager enrols it again</source>
        <translation>本面板已撤出服務。由值班經理重新登記</translation>
    </message>
    <message>
        <source>The records of this panel and of the console differ. Call the Shift Manager</source>
        <translation>本面板與主機的記錄不一致。請呼叫值班經理</translation>
    </message>
    <message>
        <source>All this is as of %1. The console keeps running</source>
        <translation>以上截至 %1。主機繼續運行</translation>
    </message>
    <message>
        <source>The console keeps running; this panel comes back by itself</source>
        <translation>主機繼續運行；本面板會自動恢復</translation>
    </message>
    <message>
        <source>missing: %1</source>
        <translation>缺少：%1</translation>
    </message>
    <message>
        <source>the round has changed meanwhile</source>
        <translation>牌局已有變化</translation>
    </message>
    <message>
        <source>no connection yet</source>
        <translation>尚未連線</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>無連線</translation>
    </message>
    <message>
        <source>one moment …</source>
        <translation>請稍候…</translation>
    </message>
    <message>
        <source>something is missing</source>
        <translation>尚有未填</translation>
    </message>
    <message>
        <source>somebody else must agree</source>
        <translation>須由另一人確認</translation>
    </message>
    <message>
        <source>the second person: a %1</source>
        <translation>第二人：%1</translation>
    </message>
    <message>
        <source>for a %1</source>
        <translation>須由%1</translation>
    </message>
    <message>
        <source>Tie on %1</source>
        <translation>%1 點和</translation>
    </message>
    <message>
        <source>%1 wins with %2</source>
        <translation>%1贏，%2 點</translation>
    </message>
    <message>
        <source>Natural</source>
        <translation>例牌</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>第 %1 局</translation>
    </message>
    <message>
        <source>VOID</source>
        <translation>作廢</translation>
    </message>
    <message>
        <source>all bets are returned</source>
        <translation>退回所有注碼</translation>
    </message>
    <message>
        <source>settled</source>
        <translation>已結算</translation>
    </message>
    <message>
        <source>corrected</source>
        <translation>已更正</translation>
    </message>
    <message>
        <source>What this is about has changed meanwhile. It can only be cancelled.</source>
        <translation>相關內容已有變化，只能取消。</translation>
    </message>
    <message>
        <source>Two people are needed</source>
        <translation>須由兩人辦理</translation>
    </message>
    <message>
        <source>first card</source>
        <translation>第一張牌</translation>
    </message>
    <message>
        <source>second card</source>
        <translation>第二張牌</translation>
    </message>
    <message>
        <source>third card</source>
        <translation>第三張牌</translation>
    </message>
    <message>
        <source>Card %1</source>
        <translation>第 %1 張牌</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>給%1</translation>
    </message>
    <message>
        <source>If a bet is already decided, the round is concluded. If none is, and the interruption affects the round, it is void and all bets are returned.</source>
        <translation>若已有注碼定勝負，本局照常完成。若沒有，且中斷影響本局，則本局作廢，全部注碼退回。</translation>
    </message>
    <message>
        <source>If the order of the cards can be reconstructed, that is done. If not, the extra card is the first card of the next round.</source>
        <translation>如能還原牌序，則按還原的牌序。如不能，多出的牌作為下一局的第一張牌。</translation>
    </message>
    <message>
        <source>A card is never guessed. The Dealer enters it as it lies on the felt, together with a Supervisor.</source>
        <translation>絕不猜牌。荷官與主管共同按桌上的牌輸入。</translation>
    </message>
    <message>
        <source>The cards on the felt decide, not the screen. Compare them and correct what is wrong.</source>
        <translation>以桌上的牌為準，不以螢幕為準。請核對並更正。</translation>
    </message>
    <message>
        <source>Plug the shoe in: it reports what was drawn meanwhile. Or enter the cards by hand, together with a Supervisor.</source>
        <translation>接上牌靴：它會補報期間抽出的牌。或與主管共同人工輸入。</translation>
    </message>
    <message>
        <source>A round that the shoe cannot finish is void. All bets are returned, earlier rounds stand.</source>
        <translation>牌靴不足以完成的一局作廢。全部注碼退回，之前各局有效。</translation>
    </message>
    <message>
        <source>With a card that is not of this set the round is void. All bets are returned, earlier rounds stand.</source>
        <translation>出現不屬於本副的牌，本局作廢。全部注碼退回，之前各局有效。</translation>
    </message>
    <message>
        <source>Too many or too few cards make the round in play void. Earlier rounds stand.</source>
        <translation>牌張過多或過少，當前一局作廢。之前各局有效。</translation>
    </message>
    <message>
        <source>If the cards were not shuffled, the round is void. Earlier rounds stand.</source>
        <translation>若牌未洗好，本局作廢。之前各局有效。</translation>
    </message>
    <message>
        <source>Look at the shoe. Play goes on when a Supervisor says that it works.</source>
        <translation>請檢查牌靴。主管確認正常後繼續。</translation>
    </message>
    <message>
        <source>Play is paused until a Supervisor has decided. Registered bets stay as they are.</source>
        <translation>在主管作出決定前暫停遊戲。已登記的注碼保持不變。</translation>
    </message>
    <message>
        <source>Somebody holds another record of this table than the console. Nothing is played until a Shift Manager knows why.</source>
        <translation>有人持有與主機不同的牌桌記錄。值班經理查明原因前不得開局。</translation>
    </message>
    <message>
        <source>Decks</source>
        <translation>副數</translation>
    </message>
    <message>
        <source>Cards to burn</source>
        <translation>銷牌張數</translation>
    </message>
    <message>
        <source>If the shoe was exchanged: its card counter</source>
        <translation>如換了牌靴：新牌靴的計數</translation>
    </message>
    <message>
        <source>Shuffled by</source>
        <translation>洗牌人</translation>
    </message>
    <message>
        <source>Second person</source>
        <translation>第二人</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>職位</translation>
    </message>
    <message>
        <source>Cards left, counted</source>
        <translation>剩餘牌數（點算）</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>牌</translation>
    </message>
    <message>
        <source>Cards in their order</source>
        <translation>牌及次序</translation>
    </message>
    <message>
        <source>Paragraph</source>
        <translation>條款</translation>
    </message>
    <message>
        <source>Gaming day</source>
        <translation>營業日</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>文字說明</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金額</translation>
    </message>
    <message>
        <source>Ticket number</source>
        <translation>票券號碼</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>級距</translation>
    </message>
    <message>
        <source>Interrupted before any bet was decided</source>
        <translation>注碼未定勝負前中斷</translation>
    </message>
    <message>
        <source>A card that is not of this set</source>
        <translation>不屬於本副的牌</translation>
    </message>
    <message>
        <source>Too many or too few cards</source>
        <translation>牌張過多或過少</translation>
    </message>
    <message>
        <source>A hand with a wrong number of cards</source>
        <translation>一方牌張數目有誤</translation>
    </message>
    <message>
        <source>The shoe ran dry</source>
        <translation>牌靴用盡</translation>
    </message>
    <message>
        <source>The cards were not shuffled</source>
        <translation>牌未洗好</translation>
    </message>
    <message>
        <source>A card too many, or exposed</source>
        <translation>多發或亮出的牌</translation>
    </message>
    <message>
        <source>Cards on the wrong side</source>
        <translation>牌發錯一方</translation>
    </message>
    <message>
        <source>Two cards at once</source>
        <translation>同時抽出兩張牌</translation>
    </message>
    <message>
        <source>Cards dealt incorrectly, none handled</source>
        <translation>發牌有誤，尚未動牌</translation>
    </message>
    <message>
        <source>A wrong number of cards for the Dealer</source>
        <translation>荷官的牌數不對</translation>
    </message>
    <message>
        <source>A wrong number of cards on a box</source>
        <translation>箱位的牌數不對</translation>
    </message>
    <message>
        <source>Cards out of order before a settlement</source>
        <translation>結算前牌序有誤</translation>
    </message>
    <message>
        <source>Anything else</source>
        <translation>其他情況</translation>
    </message>
    <message>
        <source>The console has started (%1)</source>
        <translation>主機已啟動（%1）</translation>
    </message>
    <message>
        <source>The table is open</source>
        <translation>牌桌已開</translation>
    </message>
    <message>
        <source>New limits</source>
        <translation>新限額</translation>
    </message>
    <message>
        <source>The table is closed</source>
        <translation>牌桌已關</translation>
    </message>
    <message>
        <source>The day %1 is closed</source>
        <translation>營業日 %1 已關帳</translation>
    </message>
    <message>
        <source>Play is paused: %1</source>
        <translation>遊戲暫停：%1</translation>
    </message>
    <message>
        <source>Dealt with: %1</source>
        <translation>已處理：%1</translation>
    </message>
    <message>
        <source>Round %1 was interrupted</source>
        <translation>第 %1 局中斷</translation>
    </message>
    <message>
        <source>The interruption affects the round</source>
        <translation>中斷影響本局</translation>
    </message>
    <message>
        <source>The interruption does not affect the round</source>
        <translation>中斷不影響本局</translation>
    </message>
    <message>
        <source>Refused to %1: %2</source>
        <translation>拒絕 %1：%2</translation>
    </message>
    <message>
        <source>Ruling: %1</source>
        <translation>裁定：%1</translation>
    </message>
    <message>
        <source>New shoe: %1 cards, shuffled by %2</source>
        <translation>新牌靴：%1 張，洗牌人 %2</translation>
    </message>
    <message>
        <source>A card is burnt</source>
        <translation>已銷一張牌</translation>
    </message>
    <message>
        <source>The shoe is ready</source>
        <translation>牌靴就緒</translation>
    </message>
    <message>
        <source>The cut card has come</source>
        <translation>切牌卡已出現</translation>
    </message>
    <message>
        <source>The shoe is empty</source>
        <translation>牌靴已空</translation>
    </message>
    <message>
        <source>The shoe is ended, %1 cards counted</source>
        <translation>本靴結束，點算 %1 張</translation>
    </message>
    <message>
        <source>No signal from the card shoe</source>
        <translation>牌靴無訊號</translation>
    </message>
    <message>
        <source>The shoe answers</source>
        <translation>牌靴已恢復</translation>
    </message>
    <message>
        <source>Card %1 was not read</source>
        <translation>第 %1 張牌未讀取</translation>
    </message>
    <message>
        <source>Extra card drawn: %1</source>
        <translation>多發一張牌：%1</translation>
    </message>
    <message>
        <source>Round %1: bets are open</source>
        <translation>第 %1 局：開始下注</translation>
    </message>
    <message>
        <source>More time for bets</source>
        <translation>延長下注時間</translation>
    </message>
    <message>
        <source>%1: %2 (entered by hand)</source>
        <translation>%1：%2（人工輸入）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Kept for the next round: %1</source>
        <translation>留作下一局：%1</translation>
    </message>
    <message>
        <source>Ruled under §%1</source>
        <translation>依 §%1 裁定</translation>
    </message>
    <message>
        <source>Cards corrected: %1</source>
        <translation>牌面已更正：%1</translation>
    </message>
    <message>
        <source>Round %1 is certified and settled</source>
        <translation>第 %1 局已確認並結算</translation>
    </message>
    <message>
        <source>Round %1 is void: all bets are returned</source>
        <translation>第 %1 局作廢：全部注碼退回</translation>
    </message>
    <message>
        <source>Round %1 is corrected</source>
        <translation>第 %1 局已更正</translation>
    </message>
    <message>
        <source>%1 buys %2</source>
        <translation>%1 買入 %2</translation>
    </message>
    <message>
        <source>%1 cashes out %2</source>
        <translation>%1 兌現 %2</translation>
    </message>
    <message>
        <source>%1 takes a ticket: %2</source>
        <translation>%1 接受票券：%2</translation>
    </message>
    <message>
        <source>A ticket is paid: %1</source>
        <translation>已兌付票券：%1</translation>
    </message>
    <message>
        <source>%1 is paid by hand: %2</source>
        <translation>%1 人工支付：%2</translation>
    </message>
    <message>
        <source>%1 has given back %2</source>
        <translation>%1 已退還 %2</translation>
    </message>
    <message>
        <source>%1 has joined</source>
        <translation>%1 已加入</translation>
    </message>
    <message>
        <source>%1 is out of service</source>
        <translation>%1 撤出服務</translation>
    </message>
    <message>
        <source>%1 is out of play</source>
        <translation>%1 停用</translation>
    </message>
    <message>
        <source>%1 is back in play</source>
        <translation>%1 恢復使用</translation>
    </message>
    <message>
        <source>%1 calls an attendant</source>
        <translation>%1 呼叫服務員</translation>
    </message>
    <message>
        <source>An attendant was at %1</source>
        <translation>服務員已到 %1</translation>
    </message>
    <message>
        <source>Alarm, %1: %2</source>
        <translation>警報，%1：%2</translation>
    </message>
    <message>
        <source>%1 disputes round %2</source>
        <translation>%1 對第 %2 局有爭議</translation>
    </message>
    <message>
        <source>The dispute of %1 is settled</source>
        <translation>%1 的爭議已裁定</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>閒</translation>
    </message>
    <message>
        <source>Banker</source>
        <translation>莊</translation>
    </message>
    <message>
        <source>Tie</source>
        <translation>和</translation>
    </message>
    <message>
        <source>Player Pair</source>
        <translation>閒對</translation>
    </message>
    <message>
        <source>Banker Pair</source>
        <translation>莊對</translation>
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
        <translation>本桌關閉</translation>
    </message>
    <message>
        <source>Next round soon</source>
        <translation>下一局即將開始</translation>
    </message>
    <message>
        <source>Place your bets</source>
        <translation>請下注</translation>
    </message>
    <message>
        <source>No more bets</source>
        <translation>停止下注</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Last bets</source>
        <translation>最後下注</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>閒</translation>
    </message>
    <message>
        <source>Banker</source>
        <translation>莊</translation>
    </message>
    <message>
        <source>Tie</source>
        <translation>和</translation>
    </message>
    <message>
        <source>Player Pair</source>
        <translation>閒對</translation>
    </message>
    <message>
        <source>Banker Pair</source>
        <translation>莊對</translation>
    </message>
    <message>
        <source>Won</source>
        <translation>贏</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>輸</translation>
    </message>
    <message>
        <source>Returned</source>
        <translation>已退回</translation>
    </message>
    <message>
        <source>Surrendered</source>
        <translation>投降</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已連線</translation>
    </message>
    <message>
        <source>Joining the table</source>
        <translation>正在加入牌桌</translation>
    </message>
    <message>
        <source>No connection</source>
        <translation>無連線</translation>
    </message>
    <message>
        <source>Not admitted</source>
        <translation>未獲准入桌</translation>
    </message>
    <message>
        <source>Out of service</source>
        <translation>暫停服務</translation>
    </message>
    <message>
        <source>The Supervisor was called</source>
        <translation>已呼叫主管</translation>
    </message>
    <message>
        <source>A card was read twice, and not alike</source>
        <translation>同一張牌兩次讀取不一致</translation>
    </message>
    <message>
        <source>A card was not read</source>
        <translation>有一張牌未讀取</translation>
    </message>
    <message>
        <source>A card that does not belong to this shoe</source>
        <translation>出現不屬於本靴的牌</translation>
    </message>
    <message>
        <source>Records of the table differ</source>
        <translation>牌桌記錄不一致</translation>
    </message>
    <message>
        <source>The round was interrupted</source>
        <translation>本局中斷</translation>
    </message>
    <message>
        <source>The number of cards is wrong</source>
        <translation>牌張數目不符</translation>
    </message>
    <message>
        <source>The card shoe has another result</source>
        <translation>牌靴的結果不同</translation>
    </message>
    <message>
        <source>The card shoe is empty</source>
        <translation>牌靴已空</translation>
    </message>
    <message>
        <source>The card shoe has a fault</source>
        <translation>牌靴故障</translation>
    </message>
    <message>
        <source>No signal from the card shoe</source>
        <translation>牌靴無訊號</translation>
    </message>
    <message>
        <source>Extra card drawn</source>
        <translation>多發了一張牌</translation>
    </message>
    <message>
        <source>The cards are not shuffled</source>
        <translation>牌未洗好</translation>
    </message>
    <message>
        <source>The amount is missing</source>
        <translation>沒有輸入金額</translation>
    </message>
    <message>
        <source>This note is not accepted</source>
        <translation>不接受此鈔票</translation>
    </message>
    <message>
        <source>This amount is not possible here</source>
        <translation>此處不能下此金額</translation>
    </message>
    <message>
        <source>This ticket cannot be paid</source>
        <translation>此票券不能兌付</translation>
    </message>
    <message>
        <source>A card is missing: enter it first</source>
        <translation>缺少一張牌：請先輸入</translation>
    </message>
    <message>
        <source>Bets are closed</source>
        <translation>下注已截止</translation>
    </message>
    <message>
        <source>Not enough credit</source>
        <translation>餘額不足</translation>
    </message>
    <message>
        <source>This terminal is not admitted to the table</source>
        <translation>本終端機未獲准入桌</translation>
    </message>
    <message>
        <source>A round is in dispute: a Supervisor is called</source>
        <translation>有一局存在爭議：已呼叫主管</translation>
    </message>
    <message>
        <source>No bets are taken here</source>
        <translation>此處不接受下注</translation>
    </message>
    <message>
        <source>A card lies face down: turn it first</source>
        <translation>有一張牌未翻開：請先翻牌</translation>
    </message>
    <message>
        <source>Play has stopped for a moment</source>
        <translation>牌局暫停</translation>
    </message>
    <message>
        <source>This choice is not offered now</source>
        <translation>現在不能作此選擇</translation>
    </message>
    <message>
        <source>The rules do not allow this ruling here</source>
        <translation>規則不允許在此作出該裁定</translation>
    </message>
    <message>
        <source>A card was kept for the next round: only a void is left</source>
        <translation>有一張牌留給下一局：只能作廢本局</translation>
    </message>
    <message>
        <source>This terminal is out of play: call an attendant</source>
        <translation>本終端機已停用：請呼叫服務員</translation>
    </message>
    <message>
        <source>Too late: the table has gone on</source>
        <translation>太遲了：牌桌已經繼續</translation>
    </message>
    <message>
        <source>This must be settled by an act, not by a word</source>
        <translation>必須採取措施，不能只是確認</translation>
    </message>
    <message>
        <source>This terminal has not called</source>
        <translation>該終端機沒有呼叫</translation>
    </message>
    <message>
        <source>No card is due and none is missing</source>
        <translation>現在不需要牌，也沒有缺牌</translation>
    </message>
    <message>
        <source>This terminal disputes nothing</source>
        <translation>該終端機沒有爭議</translation>
    </message>
    <message>
        <source>This terminal does not know the game</source>
        <translation>本終端機不支援此遊戲</translation>
    </message>
    <message>
        <source>Load a shoe first</source>
        <translation>請先裝入牌靴</translation>
    </message>
    <message>
        <source>This round is not on record as settled</source>
        <translation>沒有該局的結算記錄</translation>
    </message>
    <message>
        <source>No surplus card lies on the felt</source>
        <translation>桌面上沒有多出的牌</translation>
    </message>
    <message>
        <source>This terminal is not in service here</source>
        <translation>該終端機不在本桌使用</translation>
    </message>
    <message>
        <source>You may not do this</source>
        <translation>您無權進行此操作</translation>
    </message>
    <message>
        <source>These cards do not make a whole round</source>
        <translation>這些牌不構成完整的一局</translation>
    </message>
    <message>
        <source>Nothing stops the table for this reason</source>
        <translation>牌桌沒有因此暫停</translation>
    </message>
    <message>
        <source>The round was not interrupted</source>
        <translation>本局沒有中斷</translation>
    </message>
    <message>
        <source>This terminal takes no more notes for now</source>
        <translation>本終端機暫時不接受更多鈔票</translation>
    </message>
    <message>
        <source>Nothing is due here</source>
        <translation>沒有應付款項</translation>
    </message>
    <message>
        <source>Nothing is owed here</source>
        <translation>沒有欠款</translation>
    </message>
    <message>
        <source>The cards have changed: look again</source>
        <translation>牌已改變：請再核對</translation>
    </message>
    <message>
        <source>With these cards the players would have been asked something else</source>
        <translation>若是這些牌，玩家面對的選擇會不同</translation>
    </message>
    <message>
        <source>No connection to the table</source>
        <translation>與牌桌無連線</translation>
    </message>
    <message>
        <source>Not registered in time: the bets are returned</source>
        <translation>未及時登記：注碼已退回</translation>
    </message>
    <message>
        <source>A second person must confirm this</source>
        <translation>須由第二人確認</translation>
    </message>
    <message>
        <source>Bets are still in play</source>
        <translation>仍有注碼在局中</translation>
    </message>
    <message>
        <source>This terminal has stopped: call an attendant</source>
        <translation>本終端機已停止：請呼叫服務員</translation>
    </message>
    <message>
        <source>The table has no room for another round</source>
        <translation>系統空間不足，不能再開新局</translation>
    </message>
    <message>
        <source>A surplus card waits for a ruling</source>
        <translation>多出的牌等待裁定</translation>
    </message>
    <message>
        <source>Too many changes: the last registered bets stand</source>
        <translation>更改次數過多：以最後登記的注碼為準</translation>
    </message>
    <message>
        <source>The total is over the limit</source>
        <translation>總額超過上限</translation>
    </message>
    <message>
        <source>There is no such place to bet</source>
        <translation>沒有此下注區</translation>
    </message>
    <message>
        <source>This game is not played with so many decks</source>
        <translation>本遊戲不使用這麼多副牌</translation>
    </message>
    <message>
        <source>Not possible at this moment</source>
        <translation>目前不能操作</translation>
    </message>
    <message>
        <source>The round was interrupted before any bet had won or lost.</source>
        <translation>該局在任何注碼分出輸贏之前中斷。</translation>
    </message>
    <message>
        <source>A card was found that does not belong to the set.</source>
        <translation>發現不屬於本副牌的牌。</translation>
    </message>
    <message>
        <source>There are too few or too many cards in the set.</source>
        <translation>本副牌的牌張過少或過多。</translation>
    </message>
    <message>
        <source>A hand got a wrong number of cards, and the order could not be restored.</source>
        <translation>一方牌張數目有誤，且次序無法復原。</translation>
    </message>
    <message>
        <source>There are not enough cards in the shoe to finish the round.</source>
        <translation>牌靴內的牌不足以完成該局。</translation>
    </message>
    <message>
        <source>The cards were not shuffled.</source>
        <translation>牌未洗。</translation>
    </message>
    <message>
        <source>The Shift Manager decided so: the rules name no other way.</source>
        <translation>由值班經理決定：規則沒有其他規定。</translation>
    </message>
    <message>
        <source>Cash-out ticket</source>
        <translation>兌現票券</translation>
    </message>
    <message>
        <source>Cashier or any terminal of this table</source>
        <translation>收銀處或本桌任何終端機</translation>
    </message>
</context>
</TS>
