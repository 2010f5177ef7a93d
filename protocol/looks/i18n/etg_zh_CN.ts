<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>ActionStrip</name>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>for a %1</source>
        <translation>须由%1</translation>
    </message>
    <message>
        <source>two people · §%1</source>
        <translation>两人 · §%1</translation>
    </message>
</context>
<context>
    <name>AskMarks</name>
    <message>
        <source>Ask Banker</source>
        <extracomment>With three small marks: what the roads would show if Banker won next</extracomment>
        <translation>庄问路</translation>
    </message>
    <message>
        <source>Ask Player</source>
        <translation>闲问路</translation>
    </message>
</context>
<context>
    <name>AttendantCall</name>
    <message>
        <source>Call attendant</source>
        <translation>呼叫服务员</translation>
    </message>
    <message>
        <source>✓ Attendant called</source>
        <translation>✓ 已呼叫服务员</translation>
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
        <translation>与牌桌无连接</translation>
    </message>
    <message>
        <source>Joining the table</source>
        <translation>正在加入牌桌</translation>
    </message>
    <message>
        <source>This terminal is out of service</source>
        <translation>本终端停止服务</translation>
    </message>
    <message>
        <source>This terminal is not admitted to the table</source>
        <translation>本终端未获准入桌</translation>
    </message>
    <message>
        <source>This terminal is out of play</source>
        <translation>本终端暂停投注</translation>
    </message>
    <message>
        <source>A round is in dispute</source>
        <translation>有一局存在争议</translation>
    </message>
    <message>
        <source>This round is void</source>
        <translation>此局作废</translation>
    </message>
    <message>
        <source>This round was corrected</source>
        <translation>本局已更正</translation>
    </message>
    <message>
        <source>An earlier round is void</source>
        <translation>之前一局作废</translation>
    </message>
    <message>
        <source>An earlier round was corrected</source>
        <translation>之前一局已更正</translation>
    </message>
    <message>
        <source>Not known yet. Your money and your registered bets are kept by the table.</source>
        <translation>尚未得知。您的款项和已登记的注码由牌桌保管。</translation>
    </message>
    <message>
        <source>All bets of round %1 are returned: %2.</source>
        <translation>第 %1 局的全部注码已退回：%2。</translation>
    </message>
    <message>
        <source>All bets of round %1 are being returned: %2.</source>
        <translation>第 %1 局的全部注码正在退回：%2。</translation>
    </message>
    <message>
        <source>You had no bet in round %1.</source>
        <translation>您在第 %1 局没有注码。</translation>
    </message>
    <message>
        <source>Round %1. Balance: %2.</source>
        <translation>第 %1 局。余额：%2。</translation>
    </message>
    <message>
        <source>Not registered yet: %1.</source>
        <translation>尚未登记：%1。</translation>
    </message>
    <message>
        <source>Not taken back yet, still registered: %1.</source>
        <translation>尚未取回，仍为登记状态：%1。</translation>
    </message>
    <message>
        <source>%1 was taken and not credited: an attendant will come.</source>
        <translation>%1 已收取但未入账：服务员会前来处理。</translation>
    </message>
    <message>
        <source>%1 was taken and not credited. Please call an attendant.</source>
        <translation>%1 已收取但未入账。请呼叫服务员。</translation>
    </message>
    <message>
        <source>Balance: %1.</source>
        <translation>余额：%1。</translation>
    </message>
    <message>
        <source>The records of this terminal and of the table differ.</source>
        <translation>本终端与牌桌的记录不一致。</translation>
    </message>
    <message>
        <source>Another device has joined the table under this terminal's name.</source>
        <translation>另一台终端已在本终端的位置加入牌桌。</translation>
    </message>
    <message>
        <source>This terminal was taken out of service.</source>
        <translation>本终端已停用。</translation>
    </message>
    <message>
        <source>This terminal cannot read what the table says: its program is another version.</source>
        <translation>本终端的版本不同，无法读取牌桌的记录。</translation>
    </message>
    <message>
        <source>The table does not let this terminal play.</source>
        <translation>牌桌不允许本终端下注。</translation>
    </message>
    <message>
        <source>No bet of yours is registered.</source>
        <translation>您没有已登记的注码。</translation>
    </message>
    <message>
        <source>Registered (No. %1): %2.</source>
        <translation>已登记（编号 %1）：%2。</translation>
    </message>
    <message>
        <source>Registered: %1.</source>
        <translation>已登记：%1。</translation>
    </message>
    <message>
        <source>5.2.1: registered bets are settled as if nothing had happened. 5.2.2: bets that were not registered before the close are returned.</source>
        <translation>5.2.1：已登记的注码照常结算。5.2.2：截止前未登记的注码退回。</translation>
    </message>
    <message>
        <source>Your money is kept by the table, not by this terminal: nothing is lost with it.</source>
        <translation>您的款项由牌桌保管，不在本终端内：不会因此遗失。</translation>
    </message>
    <message>
        <source>5.10: the cards on the table decide, not a screen. This terminal computed another payment than it was told.</source>
        <translation>5.10：以桌上的牌为准，不以屏幕为准。本终端算出的派彩与收到的不同。</translation>
    </message>
    <message>
        <source>5.11: every bet of a void round is returned. Earlier rounds stay as they are.</source>
        <translation>5.11：作废局的全部注码退回。之前各局不受影响。</translation>
    </message>
    <message>
        <source>5.6: a result that was entered wrongly gives way to the cards. 5.8: later rounds stay as they are.</source>
        <translation>5.6：输入有误的结果以牌面为准。5.8：之后各局不受影响。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The terminal connects again by itself and then shows what became of your bets. Please stay seated.</source>
        <translation>终端会自动重新连接，并显示您的注码结果。请勿离座。</translation>
    </message>
    <message>
        <source>The terminal reads what has happened at the table. This takes a moment.</source>
        <translation>终端正在读取牌桌记录，请稍候。</translation>
    </message>
    <message>
        <source>You will be paid at another terminal or by hand.</source>
        <translation>您会在另一台终端或由人工获得支付。</translation>
    </message>
    <message>
        <source>An attendant or Supervisor has to look at it. You cannot bet here until then.</source>
        <translation>须由服务员或主管检查。在此之前不能在此下注。</translation>
    </message>
    <message>
        <source>A Supervisor has been called and will compare the record of round %1 with you. Bets and cash-out wait until then.</source>
        <translation>已呼叫主管，将与您核对第 %1 局的记录。在此之前暂停下注和兑现。</translation>
    </message>
    <message>
        <source>The next round begins when the Dealer opens it.</source>
        <translation>荷官宣布后开始下一局。</translation>
    </message>
    <message>
        <source>You see the round in the history.</source>
        <translation>您可在历史记录中查看该局。</translation>
    </message>
    <message>
        <source>You see the corrected round in the history.</source>
        <translation>更正后的结果可在历史记录中查看。</translation>
    </message>
    <message>
        <source>Round %1 is void. Your bets of %2 are returned, the payment is taken back.</source>
        <translation>第 %1 局作废。您的注码 %2 退回，已支付的派彩扣回。</translation>
    </message>
    <message>
        <source>Round %1 was settled again.</source>
        <translation>第 %1 局已重新结算。</translation>
    </message>
    <message>
        <source>Balance %1: %2 → %3</source>
        <translation>余额 %1：%2 → %3</translation>
    </message>
    <message>
        <source>Balance %1</source>
        <translation>余额 %1</translation>
    </message>
    <message>
        <source>%1 could not be taken back: an attendant will speak to you.</source>
        <translation>尚有 %1 未能扣回：服务员会与您联系。</translation>
    </message>
    <message>
        <source>%1 will be paid to you by hand.</source>
        <translation>%1 将由人工支付给您。</translation>
    </message>
    <message>
        <source>Where you stand</source>
        <translation>您目前的情况</translation>
    </message>
    <message>
        <source>What the rules say</source>
        <translation>规则说明</translation>
    </message>
    <message>
        <source>What happens next</source>
        <translation>接下来</translation>
    </message>
    <message>
        <source>Please wave to an attendant</source>
        <translation>请示意服务员</translation>
    </message>
    <message>
        <source>For the attendant: %1</source>
        <translation>供服务员参考：%1</translation>
    </message>
</context>
<context>
    <name>Baccarat</name>
    <message>
        <source>P</source>
        <extracomment>One letter, large and faint on the place of this bet</extracomment>
        <translation>闲</translation>
    </message>
    <message>
        <source>B</source>
        <translation>庄</translation>
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
        <translation>最后下注</translation>
    </message>
    <message>
        <source>Play is paused</source>
        <translation>游戏暂停</translation>
    </message>
    <message>
        <source>This panel</source>
        <translation>本面板</translation>
    </message>
    <message>
        <source>position by its key</source>
        <translation>职位由密钥决定</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
</context>
<context>
    <name>BetArea</name>
    <message>
        <source>on 6: %1</source>
        <extracomment>In the pay table of a bet: on a win with 6 points it pays %1</extracomment>
        <translation>六点赢 %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>%1 起</translation>
    </message>
    <message>
        <source>Won at %1</source>
        <translation>赢，赔率 %1</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>输</translation>
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
        <translation>正在下注... 已登记 %1</translation>
    </message>
    <message>
        <source>Taking back... %1 registered</source>
        <translation>正在取回... 已登记 %1</translation>
    </message>
    <message>
        <source>No. %1 · %2 returned</source>
        <translation>编号 %1 · 退回 %2</translation>
    </message>
    <message>
        <source>%1 registered, %2 returned</source>
        <translation>已登记 %1，退回 %2</translation>
    </message>
    <message>
        <source>Registered · No. %1</source>
        <translation>已登记 · 编号 %1</translation>
    </message>
    <message>
        <source>Registered</source>
        <translation>已登记</translation>
    </message>
</context>
<context>
    <name>BuyIn</name>
    <message>
        <source>Buy in</source>
        <translation>买入</translation>
    </message>
    <message>
        <source>Balance %1</source>
        <translation>余额 %1</translation>
    </message>
    <message>
        <source>%1 was taken and not credited: an attendant will come.</source>
        <translation>%1 已收取但未入账：服务员会前来处理。</translation>
    </message>
    <message>
        <source>%1 was taken and not credited. Please call an attendant.</source>
        <translation>%1 已收取但未入账。请呼叫服务员。</translation>
    </message>
    <message>
        <source>%1 is being booked...</source>
        <translation>正在入账 %1...</translation>
    </message>
    <message>
        <source>Insert a note or a ticket</source>
        <translation>请放入钞票或票券</translation>
    </message>
    <message>
        <source>Please call an attendant</source>
        <translation>请呼叫服务员</translation>
    </message>
    <message>
        <source>Nothing can be inserted now</source>
        <translation>现在不能放入</translation>
    </message>
    <message>
        <source>Emulated devices: this is not real money</source>
        <translation>模拟设备：并非真钱</translation>
    </message>
    <message>
        <source>Insert a note</source>
        <translation>放入钞票</translation>
    </message>
    <message>
        <source>Insert a ticket: its 18 digits</source>
        <translation>放入票券：18 位号码</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
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
        <translation>结果不变：%1</translation>
    </message>
    <message>
        <source>New result: %1</source>
        <translation>新结果：%1</translation>
    </message>
    <message>
        <source>All bets of the round are settled anew; the differences are booked to each terminal</source>
        <translation>本局所有注码重新结算；差额记入各终端</translation>
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
        <translation>兑现</translation>
    </message>
    <message>
        <source>Your balance as a ticket, in %1</source>
        <translation>将您的余额打印成票券，币种 %1</translation>
    </message>
    <message>
        <source>The table issues the ticket...</source>
        <translation>牌桌正在出票...</translation>
    </message>
    <message>
        <source>The ticket is paid at the cashier or taken by any terminal of this table.</source>
        <translation>票券可在收银处兑付，或在本桌任何终端使用。</translation>
    </message>
    <message>
        <source>Print the ticket</source>
        <translation>打印票券</translation>
    </message>
    <message>
        <source>Go on playing</source>
        <translation>继续游戏</translation>
    </message>
    <message>
        <source>Ticket %1</source>
        <translation>票券 %1</translation>
    </message>
    <message>
        <source>Terminal %1</source>
        <translation>终端 %1</translation>
    </message>
    <message>
        <source>Please take your ticket. Thank you for playing.</source>
        <translation>请取走您的票券。感谢惠顾。</translation>
    </message>
    <message>
        <source>The ticket is being printed...</source>
        <translation>正在打印票券...</translation>
    </message>
    <message>
        <source>The ticket could not be printed. Its number is on record: an attendant pays you.</source>
        <translation>票券未能打印。票号已记录在案：由服务员向您付款。</translation>
    </message>
</context>
<context>
    <name>CashPage</name>
    <message>
        <source>Cash desk</source>
        <translation>现金台</translation>
    </message>
    <message>
        <source>not at your position</source>
        <translation>职位不足</translation>
    </message>
    <message>
        <source>Tickets not yet redeemed</source>
        <translation>未兑付票券</translation>
    </message>
    <message>
        <source>Result of the House</source>
        <translation>赌场损益</translation>
    </message>
    <message>
        <source>Due and owed after corrections</source>
        <translation>更正后应付与应收</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>没有未结款项。</translation>
    </message>
    <message>
        <source>due %1</source>
        <translation>应付 %1</translation>
    </message>
    <message>
        <source>owed %1</source>
        <translation>应收 %1</translation>
    </message>
</context>
<context>
    <name>ChipTray</name>
    <message>
        <source>Chip %1</source>
        <translation>筹码 %1</translation>
    </message>
    <message>
        <source>%1, without %2</source>
        <translation>%1，不含 %2</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>重复下注</translation>
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
        <translation>百家乐</translation>
    </message>
    <message>
        <source>P</source>
        <extracomment>One letter each, in a disc beside "... wins"</extracomment>
        <translation>闲</translation>
    </message>
    <message>
        <source>B</source>
        <translation>庄</translation>
    </message>
    <message>
        <source>T</source>
        <translation>和</translation>
    </message>
    <message>
        <source>Void</source>
        <translation>作废</translation>
    </message>
    <message>
        <source>%1 wins</source>
        <translation>%1赢</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>第 %1 局</translation>
    </message>
    <message>
        <source>Next round is the last</source>
        <translation>下一局是最后一局</translation>
    </message>
    <message>
        <source>Last round</source>
        <translation>最后一局</translation>
    </message>
    <message>
        <source>New shoe next</source>
        <translation>即将更换牌靴</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>局号</translation>
    </message>
    <message>
        <source>Shoe</source>
        <translation>牌靴</translation>
    </message>
    <message>
        <source>Cards left</source>
        <translation>剩余牌数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Extra card</source>
        <translation>多出的牌</translation>
    </message>
    <message>
        <source>next card</source>
        <translation>下一张牌</translation>
    </message>
    <message>
        <source>Play is paused</source>
        <translation>游戏暂停</translation>
    </message>
    <message>
        <source>This round is void</source>
        <translation>此局作废</translation>
    </message>
    <message>
        <source>This display waits for the table. What it shows may be out of date.</source>
        <translation>本显示屏正在等待牌桌。所显示的内容可能已过时。</translation>
    </message>
    <message>
        <source>All bets are returned</source>
        <translation>全部注码退回</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 点</translation>
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
        <translation>荷官确认中</translation>
    </message>
    <message>
        <source>For information only: the cards on the table count (5.10)</source>
        <translation>仅供参考：以桌上的牌为准（5.10）</translation>
    </message>
</context>
<context>
    <name>DisplayLimits</name>
    <message>
        <source>Limits %1</source>
        <translation>限额 %1</translation>
    </message>
    <message>
        <source>on 6: %1</source>
        <translation>六点赢 %1</translation>
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
        <translation>庄</translation>
    </message>
    <message>
        <source>P</source>
        <translation>闲</translation>
    </message>
    <message>
        <source>T</source>
        <translation>和</translation>
    </message>
    <message>
        <source>B Pair</source>
        <translation>庄对</translation>
    </message>
    <message>
        <source>P Pair</source>
        <translation>闲对</translation>
    </message>
    <message>
        <source>B on 6</source>
        <translation>庄六点</translation>
    </message>
    <message>
        <source>Ask Banker</source>
        <translation>庄问路</translation>
    </message>
    <message>
        <source>Ask Player</source>
        <translation>闲问路</translation>
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
        <translation>本终端计算</translation>
    </message>
</context>
<context>
    <name>EventsPage</name>
    <message>
        <source>Event log</source>
        <translation>事件记录</translation>
    </message>
</context>
<context>
    <name>ExposureBox</name>
    <message>
        <source>Registered bets</source>
        <translation>已登记注码</translation>
    </message>
    <message>
        <source>Bets</source>
        <translation>注额</translation>
    </message>
    <message>
        <source>House pays</source>
        <translation>赌场赔付</translation>
    </message>
    <message>
        <source>All bets</source>
        <translation>全部注码</translation>
    </message>
    <message>
        <source>Differential</source>
        <translation>差额</translation>
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
        <translation>无上限</translation>
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
        <translation>确定吗？</translation>
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
        <translation>百家乐</translation>
    </message>
    <message>
        <source>Table %1</source>
        <translation>%1 号桌</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>第 %1 局</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Joining</source>
        <translation>正在加入</translation>
    </message>
    <message>
        <source>No connection</source>
        <translation>无连接</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Place your bets</source>
        <translation>请下注</translation>
    </message>
    <message>
        <source>No more bets</source>
        <translation>停止下注</translation>
    </message>
    <message>
        <source>The cards decide</source>
        <translation>以牌面为准</translation>
    </message>
    <message>
        <source>What became of a bet</source>
        <translation>注码状态</translation>
    </message>
    <message>
        <source>Wanted</source>
        <translation>待发送</translation>
    </message>
    <message>
        <source>Placing</source>
        <translation>下注中</translation>
    </message>
    <message>
        <source>Registered</source>
        <translation>已登记</translation>
    </message>
    <message>
        <source>Returned</source>
        <translation>已退回</translation>
    </message>
    <message>
        <source>Confirm the result</source>
        <translation>确认结果</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>重复下注</translation>
    </message>
    <message>
        <source>Double</source>
        <translation>加倍</translation>
    </message>
    <message>
        <source>Void the round</source>
        <translation>本局作废</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Cash out</source>
        <translation>兑现</translation>
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
        <translation>较新</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>较早</translation>
    </message>
    <message>
        <source>No round has been played yet.</source>
        <translation>尚未进行任何一局。</translation>
    </message>
</context>
<context>
    <name>HistoryRow</name>
    <message>
        <source>%1 on 6</source>
        <translation>%1六点赢</translation>
    </message>
    <message>
        <source>Void</source>
        <translation>作废</translation>
    </message>
    <message>
        <source>Voided after payment</source>
        <translation>支付后作废</translation>
    </message>
    <message>
        <source>Corrected (5.6)</source>
        <translation>已更正（5.6）</translation>
    </message>
    <message>
        <source>P</source>
        <translation>闲</translation>
    </message>
    <message>
        <source>B</source>
        <translation>庄</translation>
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
        <translation>百家乐</translation>
    </message>
    <message>
        <source>Live baccarat</source>
        <translation>真人百家乐</translation>
    </message>
    <message>
        <source>Live baccarat, from %1 %2</source>
        <translation>真人百家乐，%1 %2 起</translation>
    </message>
    <message>
        <source>Touch to play</source>
        <translation>点按开始游戏</translation>
    </message>
    <message>
        <source>on 6: %1</source>
        <translation>六点赢 %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>%1 起</translation>
    </message>
    <message>
        <source>Limits in %1.</source>
        <translation>限额以 %1 计。</translation>
    </message>
    <message>
        <source>Limits in %1. The roads are for information only (5.10).</source>
        <translation>限额以 %1 计。路单仅供参考（5.10）。</translation>
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
        <translation>语言</translation>
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
        <translation>删除</translation>
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
        <translation>将公布的限额</translation>
    </message>
    <message>
        <source>The console tells them when the table opens.</source>
        <translation>开台时由主机公布。</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无上限</translation>
    </message>
    <message>
        <source>Differential</source>
        <translation>差额</translation>
    </message>
</context>
<context>
    <name>LimitsPage</name>
    <message>
        <source>Limits per terminal and round</source>
        <translation>每终端每局限额</translation>
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
        <translation>级距</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无上限</translation>
    </message>
    <message>
        <source>Table differential at most %1</source>
        <translation>本桌差额上限 %1</translation>
    </message>
</context>
<context>
    <name>Middle</name>
    <message>
        <source>%1 was taken and not credited: an attendant will come.</source>
        <translation>%1 已收取但未入账：服务员会前来处理。</translation>
    </message>
    <message>
        <source>%1 was taken and not credited. Please call an attendant.</source>
        <translation>%1 已收取但未入账。请呼叫服务员。</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Round %1 is void. Balance: %2</source>
        <translation>第 %1 局作废。余额：%2</translation>
    </message>
    <message>
        <source>Round %1 was corrected. Balance: %2</source>
        <translation>第 %1 局已更正。余额：%2</translation>
    </message>
    <message>
        <source>Round %1 is void</source>
        <translation>第 %1 局作废</translation>
    </message>
    <message>
        <source>Last bets</source>
        <translation>最后下注</translation>
    </message>
    <message>
        <source>Turn your cards</source>
        <translation>请开牌</translation>
    </message>
    <message>
        <source>All bets are returned</source>
        <translation>全部注码退回</translation>
    </message>
    <message>
        <source>next card: %1</source>
        <translation>下一张牌：%1</translation>
    </message>
    <message>
        <source>Pull a card by its edge. When its time is over, it turns by itself.</source>
        <translation>从牌边打开您的牌。时间到后自动打开。</translation>
    </message>
    <message>
        <source>Play is paused</source>
        <translation>游戏暂停</translation>
    </message>
    <message>
        <source>Your registered bets stand. A Supervisor decides what follows.</source>
        <translation>您已登记的注码有效。由主管决定如何处理。</translation>
    </message>
    <message>
        <source>A Supervisor decides what follows.</source>
        <translation>由主管决定如何处理。</translation>
    </message>
    <message>
        <source>Tie</source>
        <translation>和</translation>
    </message>
    <message>
        <source>%1 wins</source>
        <translation>%1赢</translation>
    </message>
    <message>
        <source>The table is closed. Your balance stays yours: cash out.</source>
        <translation>牌桌已关闭。余额仍属于您：请兑现。</translation>
    </message>
    <message>
        <source>Your ticket was not printed: see Cash out.</source>
        <translation>您的票券未能打印：请查看“兑现”。</translation>
    </message>
    <message>
        <source>To play, insert a note or a ticket: Buy in</source>
        <translation>请放入钞票或票券开始游戏：买入</translation>
    </message>
    <message>
        <source>Choose a chip, touch a place, wait for ✓. Hold to take back.</source>
        <translation>选择筹码，点按投注区，等待 ✓。长按可取回。</translation>
    </message>
    <message>
        <source>Your bets are registered: %1</source>
        <translation>您的注码已登记：%1</translation>
    </message>
    <message>
        <source>Not placed: the limit of all bets together is %1</source>
        <translation>未下注：全部注码合计上限为 %1</translation>
    </message>
    <message>
        <source>Not placed: %1 limit is %2</source>
        <translation>未下注：%1上限为 %2</translation>
    </message>
    <message>
        <source>Waiting for the dealer to confirm</source>
        <translation>等待荷官确认</translation>
    </message>
    <message>
        <source>You win %1</source>
        <translation>您赢得 %1</translation>
    </message>
    <message>
        <source>%1 returned</source>
        <translation>已退回 %1</translation>
    </message>
    <message>
        <source>No win this time</source>
        <translation>本局未赢</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 点</translation>
    </message>
    <message>
        <source>Natural</source>
        <translation>例牌</translation>
    </message>
    <message>
        <source>%1 on 6</source>
        <translation>%1六点赢</translation>
    </message>
</context>
<context>
    <name>Mirror</name>
    <message>
        <source>No cards yet</source>
        <translation>尚未发牌</translation>
    </message>
</context>
<context>
    <name>NextButton</name>
    <message>
        <source>%1 in dispute</source>
        <translation>%1 有争议</translation>
    </message>
    <message>
        <source>First finish this, or cancel it</source>
        <translation>请先完成或取消</translation>
    </message>
    <message>
        <source>for a %1</source>
        <translation>须由%1</translation>
    </message>
    <message>
        <source>One moment …</source>
        <translation>请稍候…</translation>
    </message>
</context>
<context>
    <name>NoteLine</name>
    <message>
        <source>The connection was lost while an order was under way: look whether it was done</source>
        <translation>指令发送途中连接中断：请查看是否已执行</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>已拒绝：%1</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
</context>
<context>
    <name>NumberPad</name>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
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
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Purse</name>
    <message>
        <source>Balance %1</source>
        <translation>余额 %1</translation>
    </message>
    <message>
        <source>Total bet · %1 registered</source>
        <translation>总注额 · 已登记 %1</translation>
    </message>
    <message>
        <source>Total bet</source>
        <translation>总注额</translation>
    </message>
    <message>
        <source>Last win</source>
        <translation>上局赢得</translation>
    </message>
    <message>
        <source>Buy in</source>
        <translation>买入</translation>
    </message>
    <message>
        <source>Cash out</source>
        <translation>兑现</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
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
        <translation>收银</translation>
    </message>
    <message>
        <source>Shoe</source>
        <translation>牌靴</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限额</translation>
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
        <translation>%2 台终端中 %1 台已下注</translation>
    </message>
    <message>
        <source>Cards are dealt</source>
        <translation>发牌中</translation>
    </message>
</context>
<context>
    <name>RoadBoard</name>
    <message>
        <source>Bead plate</source>
        <translation>珠盘路</translation>
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
        <translation>局数</translation>
    </message>
    <message>
        <source>B Pair</source>
        <translation>庄对</translation>
    </message>
    <message>
        <source>P Pair</source>
        <translation>闲对</translation>
    </message>
    <message>
        <source>Natural</source>
        <translation>例牌</translation>
    </message>
    <message>
        <source>B on 6</source>
        <translation>庄六点</translation>
    </message>
    <message>
        <source>B</source>
        <translation>庄</translation>
    </message>
    <message>
        <source>P</source>
        <translation>闲</translation>
    </message>
    <message>
        <source>T</source>
        <translation>和</translation>
    </message>
    <message>
        <source>For information only</source>
        <translation>仅供参考</translation>
    </message>
</context>
<context>
    <name>RoadView</name>
    <message>
        <source>BPT</source>
        <extracomment>The letters of Banker, Player and Tie in the roads: exactly three characters.</extracomment>
        <translation>庄闲和</translation>
    </message>
</context>
<context>
    <name>RoundsPage</name>
    <message>
        <source>VOID</source>
        <translation>作废</translation>
    </message>
    <message>
        <source>Past rounds</source>
        <translation>过往牌局</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>暂无。</translation>
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
        <translation>作废依据</translation>
    </message>
    <message>
        <source>Certified by</source>
        <translation>确认人</translation>
    </message>
    <message>
        <source>Corrected by</source>
        <translation>更正人</translation>
    </message>
    <message>
        <source>Only its cards are known here.</source>
        <translation>此处仅有牌面记录。</translation>
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
        <translation>全部注码</translation>
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
        <translation>发生意外时</translation>
    </message>
    <message>
        <source>Limits and pay table</source>
        <translation>限额与赔率表</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
</context>
<context>
    <name>RulesGuide</name>
    <message>
        <source>Insert a note or a ticket</source>
        <translation>请放入钞票或票券</translation>
    </message>
    <message>
        <source>The amount is added to your balance, at the bottom left.</source>
        <translation>金额会加到左下方的余额中。</translation>
    </message>
    <message>
        <source>Choose a chip</source>
        <translation>选择筹码</translation>
    </message>
    <message>
        <source>Its value is what each tap adds.</source>
        <translation>每点一次，就加上这枚筹码的金额。</translation>
    </message>
    <message>
        <source>Tap where you want to bet</source>
        <translation>点按要下注的位置</translation>
    </message>
    <message>
        <source>A bet counts when its place shows ✓ and a number: it is registered. You may change it as long as bets are open (3.7, 5.9).</source>
        <translation>位置上显示 ✓ 和编号，注码才算数：已登记。开放下注期间可以更改（3.7、5.9）。</translation>
    </message>
    <message>
        <source>✓ Registered · No. %1</source>
        <translation>✓ 已登记 · 编号 %1</translation>
    </message>
    <message>
        <source>See the cards</source>
        <translation>看牌</translation>
    </message>
    <message>
        <source>The Dealer confirms the result. What you have won is added to your balance at once.</source>
        <translation>荷官确认结果。您赢得的金额立即加到余额中。</translation>
    </message>
    <message>
        <source>Keep your finger on a place to take the chosen chip back from it. Undo takes back the last step, Clear all bets.</source>
        <translation>长按一个位置，可取回所选筹码的金额。“撤销”取消上一步，“清除”取回全部注码。</translation>
    </message>
    <message>
        <source>Repeat places the bets of your last round again, Double doubles those that lie there.</source>
        <translation>“重复下注”再下一次上一局的注码，“加倍”将已下的注码加倍。</translation>
    </message>
    <message>
        <source>Cash out prints your balance as a ticket. The cashier pays it, and every terminal of this table takes it.</source>
        <translation>“兑现”将余额打印成票券。收银处可兑付，本桌各终端也可使用。</translation>
    </message>
    <message>
        <source>Call attendant brings somebody to your seat. The clock at the top shows how long you have played.</source>
        <translation>“呼叫服务员”会有人到您座位。上方的时钟显示您已玩多久。</translation>
    </message>
</context>
<context>
    <name>RulesLimits</name>
    <message>
        <source>Pays (4.1)</source>
        <translation>赔率（4.1）</translation>
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
        <translation>级距</translation>
    </message>
    <message>
        <source>on 6: %1</source>
        <translation>六点赢 %1</translation>
    </message>
    <message>
        <source>All your bets of a round together: at least %1.</source>
        <translation>您每局全部注码合计：至少 %1。</translation>
    </message>
    <message>
        <source>All your bets of a round together: at most %1.</source>
        <translation>您每局全部注码合计：最多 %1。</translation>
    </message>
    <message>
        <source>What all players of this table have on Player and on Banker may differ by at most %1.</source>
        <translation>本桌所有玩家在闲与庄的注码总额相差最多 %1。</translation>
    </message>
    <message>
        <source>There is no further limit on your bets together.</source>
        <translation>注码合计没有其他限额。</translation>
    </message>
    <message>
        <source>How odds are read</source>
        <translation>如何看赔率</translation>
    </message>
    <message>
        <source>8 to 1 pays eight times the bet, and the bet comes back. 1 to 2 pays half of it.</source>
        <translation>8 : 1 赔注码的八倍，并退回注码。1 : 2 赔一半。</translation>
    </message>
    <message>
        <source>The roads (5.10)</source>
        <translation>路单（5.10）</translation>
    </message>
    <message>
        <source>They show the results of this shoe, for information only: no result follows from them.</source>
        <translation>显示本靴各局结果，仅供参考：不能据此推断任何结果。</translation>
    </message>
    <message>
        <source>Red and blue</source>
        <translation>红与蓝</translation>
    </message>
    <message>
        <source>In bead plate and big road they say Banker and Player. In the three small roads they say regular and irregular; a column that goes straight on is red.</source>
        <translation>在珠盘路和大路中表示庄和闲。在三条下路中表示齐整与不齐整；直落为红。</translation>
    </message>
    <message>
        <source>A limit that changes</source>
        <translation>限额更改</translation>
    </message>
    <message>
        <source>A change counts from the next round on.</source>
        <translation>更改从下一局起生效。</translation>
    </message>
</context>
<context>
    <name>RulesText</name>
    <message>
        <source>The hand nearer to 9 points wins.</source>
        <translation>点数最接近 9 的一方获胜。</translation>
    </message>
    <message>
        <source>An ace counts 1, cards from 2 to 9 their number, tens and pictures nothing. Only the last digit of the sum counts.</source>
        <translation>A 算 1 点，2 至 9 按牌面，10 和人头牌算 0 点。只计总和的个位数。</translation>
    </message>
    <message>
        <source>Bets are open from the notice until the screen says: no more bets.</source>
        <translation>从提示下注起，到屏幕显示“停止下注”为止，可以下注。</translation>
    </message>
    <message>
        <source>Each of the five bets may be placed alone or with others.</source>
        <translation>五种投注可单独或同时下注。</translation>
    </message>
    <message>
        <source>Both hands get two cards in turn, Player first.</source>
        <translation>双方轮流各得两张牌，闲先。</translation>
    </message>
    <message>
        <source>A pair is two cards of the same rank among the first two of a hand.</source>
        <translation>一方首两张牌同一点数牌面即为对子。</translation>
    </message>
    <message>
        <source>8 or 9 with two cards is a natural: no hand draws.</source>
        <translation>首两张合计 8 或 9 点为例牌：双方都不补牌。</translation>
    </message>
    <message>
        <source>The Player hand draws a third card on 0 to 5 and stands on 6 or 7.</source>
        <translation>闲家 0 至 5 点补第三张牌，6 或 7 点不补。</translation>
    </message>
    <message>
        <source>If the Player hand stands, Banker draws on 0 to 5 and stands on 6 or 7.</source>
        <translation>闲家不补牌时，庄家 0 至 5 点补牌，6 或 7 点不补。</translation>
    </message>
    <message>
        <source>If the Player hand has drawn, Banker draws by its own points and by the card that Player drew:</source>
        <translation>闲家已补牌时，庄家按自己的点数和闲家补到的牌决定：</translation>
    </message>
    <message>
        <source>Banker has</source>
        <translation>庄家点数</translation>
    </message>
    <message>
        <source>draws on</source>
        <translation>遇此牌补</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任何</translation>
    </message>
    <message>
        <source>On a tie, bets on Player and Banker are returned.</source>
        <translation>和局时，庄和闲的注码退回。</translation>
    </message>
    <message>
        <source>If Banker wins with 6 points, the bet on Banker is paid 1 to 2, else 1 to 1.</source>
        <translation>庄以 6 点赢时，庄注赔 1 : 2，其他情况赔 1 : 1。</translation>
    </message>
    <message>
        <source>If the round is interrupted: it is finished if any bet is already won or lost, else it is void.</source>
        <translation>如一局中断：已有任何注码分出输赢则继续完成，否则作废。</translation>
    </message>
    <message>
        <source>If this terminal fails, the round goes on: registered bets are settled as ever, bets not registered are returned.</source>
        <translation>如本终端故障，该局照常进行：已登记的注码照常结算，未登记的退回。</translation>
    </message>
    <message>
        <source>The round is void, and earlier rounds stand, in these cases:</source>
        <translation>下列情况该局作废，之前各局有效：</translation>
    </message>
    <message>
        <source>Cards too many or on the wrong side are put in their order; a card too many may begin the next round.</source>
        <translation>多发或发错一方的牌按次序复位；多出的牌可作为下一局的首张牌。</translation>
    </message>
    <message>
        <source>If a wrong result was entered, the round is settled again by the cards.</source>
        <translation>如输入结果有误，该局按牌面重新结算。</translation>
    </message>
    <message>
        <source>An error that is found later changes no later round.</source>
        <translation>事后发现的错误不影响之后各局。</translation>
    </message>
    <message>
        <source>Bets count as they stand when bets are closed.</source>
        <translation>以截止时的注码为准。</translation>
    </message>
    <message>
        <source>The cards on the table decide; screens only inform.</source>
        <translation>以桌上的牌为准，屏幕仅供参考。</translation>
    </message>
    <message>
        <source>A void round returns every bet.</source>
        <translation>作废局的全部注码退回。</translation>
    </message>
    <message>
        <source>What no rule foresees is decided by the Shift Manager.</source>
        <translation>规则未涵盖的情况由值班经理决定。</translation>
    </message>
</context>
<context>
    <name>SeatMap</name>
    <message>
        <source>Seats: %1 of %2 connected</source>
        <translation>座位：%1／%2 已连接</translation>
    </message>
    <message>
        <source>Seats as of %1</source>
        <translation>座位状态（%1）</translation>
    </message>
</context>
<context>
    <name>SeatSheet</name>
    <message>
        <source>Terminal %1</source>
        <translation>终端 %1</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>No contact</source>
        <translation>失去联系</translation>
    </message>
    <message>
        <source>Credit</source>
        <translation>余额</translation>
    </message>
    <message>
        <source>Registered in this round</source>
        <translation>本局已登记</translation>
    </message>
    <message>
        <source>Dispute</source>
        <translation>争议</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>第 %1 局</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Close confirmed</source>
        <translation>已确认停注</translation>
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
        <translation>职位不足</translation>
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
        <translation>争议</translation>
    </message>
    <message>
        <source>Out of play</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Attendant call</source>
        <translation>呼叫服务员</translation>
    </message>
    <message>
        <source>No contact</source>
        <translation>失去联系</translation>
    </message>
    <message>
        <source>Close confirmed</source>
        <translation>已确认停注</translation>
    </message>
    <message>
        <source>Close not confirmed</source>
        <translation>未确认停注</translation>
    </message>
    <message>
        <source>no bet</source>
        <translation>未下注</translation>
    </message>
    <message>
        <source>Credit</source>
        <translation>余额</translation>
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
        <translation>无信号</translation>
    </message>
    <message>
        <source>Burning</source>
        <translation>销牌中</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>未装牌</translation>
    </message>
    <message>
        <source>of %1 cards left</source>
        <translation>／%1 张剩余</translation>
    </message>
    <message>
        <source>no cards</source>
        <translation>无牌</translation>
    </message>
    <message>
        <source>Burnt</source>
        <translation>已销牌</translation>
    </message>
    <message>
        <source>%1, %2 to go</source>
        <translation>%1，尚余 %2</translation>
    </message>
    <message>
        <source>Cut card</source>
        <translation>切牌卡</translation>
    </message>
    <message>
        <source>next round is the last</source>
        <translation>下一局为最后一局</translation>
    </message>
    <message>
        <source>last round</source>
        <translation>最后一局</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>未出现</translation>
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
        <translation>牌靴无信号</translation>
    </message>
    <message>
        <source>The shoe is ready</source>
        <translation>牌靴就绪</translation>
    </message>
    <message>
        <source>Cards are burnt</source>
        <translation>正在销牌</translation>
    </message>
    <message>
        <source>No cards are loaded</source>
        <translation>未装牌</translation>
    </message>
    <message>
        <source>Cards left</source>
        <translation>剩余牌数</translation>
    </message>
    <message>
        <source>Decks</source>
        <translation>副数</translation>
    </message>
    <message>
        <source>Burnt</source>
        <translation>已销牌</translation>
    </message>
    <message>
        <source>Still to burn</source>
        <translation>待销牌</translation>
    </message>
    <message>
        <source>Rounds left</source>
        <translation>剩余局数</translation>
    </message>
    <message>
        <source>until the cut card</source>
        <translation>至切牌卡为止</translation>
    </message>
    <message>
        <source>Serial number</source>
        <translation>序列号</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Last day closed</source>
        <translation>最近关账日</translation>
    </message>
    <message>
        <source>Table and cards</source>
        <translation>牌桌与牌</translation>
    </message>
</context>
<context>
    <name>ShoeWindow</name>
    <message>
        <source>Noise on the line</source>
        <translation>线路干扰</translation>
    </message>
    <message>
        <source>Misread card</source>
        <translation>误读的牌</translation>
    </message>
    <message>
        <source>Unreadable card</source>
        <translation>无法读取的牌</translation>
    </message>
    <message>
        <source>Two cards at once</source>
        <translation>同时抽出两张牌</translation>
    </message>
    <message>
        <source>A joker</source>
        <translation>鬼牌</translation>
    </message>
    <message>
        <source>Lost message</source>
        <translation>信息丢失</translation>
    </message>
    <message>
        <source>Drawn</source>
        <translation>已抽出</translation>
    </message>
    <message>
        <source>Two cards came out</source>
        <translation>出了两张牌</translation>
    </message>
    <message>
        <source>A joker came out</source>
        <translation>出了一张鬼牌</translation>
    </message>
    <message>
        <source>The sensor reads something else</source>
        <translation>读到的是另一张牌</translation>
    </message>
    <message>
        <source>The sensor reads nothing</source>
        <translation>传感器未读到牌</translation>
    </message>
    <message>
        <source>The shoe is empty</source>
        <translation>牌靴已空</translation>
    </message>
    <message>
        <source>The cable is out</source>
        <translation>连接线已拔出</translation>
    </message>
    <message>
        <source>The cable is in</source>
        <translation>连接线已接上</translation>
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
        <translation>下一张：%1</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>%1 cards left</source>
        <translation>尚余 %1 张</translation>
    </message>
    <message>
        <source>Draw the next card</source>
        <translation>抽下一张牌</translation>
    </message>
    <message>
        <source>Pull the cable</source>
        <translation>拔出连接线</translation>
    </message>
    <message>
        <source>Plug it in</source>
        <translation>接上</translation>
    </message>
    <message>
        <source>New cards</source>
        <translation>换新牌</translation>
    </message>
</context>
<context>
    <name>SideBadge</name>
    <message>
        <source>P</source>
        <extracomment>One letter each for Player, Banker and Tie</extracomment>
        <translation>闲</translation>
    </message>
    <message>
        <source>B</source>
        <translation>庄</translation>
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
        <translation>须由%1</translation>
    </message>
</context>
<context>
    <name>TableBar</name>
    <message>
        <source>Play is paused</source>
        <translation>游戏暂停</translation>
    </message>
    <message>
        <source>Turn your cards</source>
        <translation>请开牌</translation>
    </message>
    <message>
        <source>Last bets</source>
        <translation>最后下注</translation>
    </message>
    <message>
        <source>Baccarat</source>
        <translation>百家乐</translation>
    </message>
    <message>
        <source>Terminal %1</source>
        <translation>终端 %1</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>局号</translation>
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
        <translation>剩余牌数</translation>
    </message>
    <message>
        <source>is the last</source>
        <translation>为最后一局</translation>
    </message>
    <message>
        <source>last round</source>
        <translation>最后一局</translation>
    </message>
    <message>
        <source>is finished</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Limits %1</source>
        <translation>限额 %1</translation>
    </message>
    <message>
        <source>Side bets</source>
        <translation>边注</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>游戏时长</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>English</source>
        <extracomment>The short name of the language that is shown</extracomment>
        <translation>简体中文</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Baccarat</source>
        <translation>百家乐</translation>
    </message>
    <message>
        <source>Blackjack</source>
        <translation>二十一点</translation>
    </message>
    <message>
        <source>Blackjack Plus</source>
        <translation>二十一点加强版</translation>
    </message>
    <message>
        <source>Three Pictures</source>
        <translation>三公</translation>
    </message>
    <message>
        <source>Table closed</source>
        <translation>本桌关闭</translation>
    </message>
    <message>
        <source>Between rounds</source>
        <translation>两局之间</translation>
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
        <translation>结果</translation>
    </message>
    <message>
        <source>Dealer</source>
        <translation>荷官</translation>
    </message>
    <message>
        <source>Pit Supervisor</source>
        <translation>区域主管</translation>
    </message>
    <message>
        <source>Pit Manager</source>
        <translation>区域经理</translation>
    </message>
    <message>
        <source>Shift Manager</source>
        <translation>值班经理</translation>
    </message>
    <message>
        <source>Open the table</source>
        <translation>开桌</translation>
    </message>
    <message>
        <source>Load a new shoe</source>
        <translation>装入新牌靴</translation>
    </message>
    <message>
        <source>Burn cards</source>
        <translation>销牌</translation>
    </message>
    <message>
        <source>Open bets</source>
        <translation>开始下注</translation>
    </message>
    <message>
        <source>Close bets</source>
        <translation>停止下注</translation>
    </message>
    <message>
        <source>10 seconds more</source>
        <translation>延长 10 秒</translation>
    </message>
    <message>
        <source>Draw to %1</source>
        <translation>发牌给%1</translation>
    </message>
    <message>
        <source>Certify</source>
        <translation>确认结果</translation>
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
        <translation>本局作废</translation>
    </message>
    <message>
        <source>End the shoe</source>
        <translation>结束本靴</translation>
    </message>
    <message>
        <source>Close the table</source>
        <translation>关桌</translation>
    </message>
    <message>
        <source>Close the day</source>
        <translation>关账</translation>
    </message>
    <message>
        <source>Change the limits</source>
        <translation>更改限额</translation>
    </message>
    <message>
        <source>Void round %1</source>
        <translation>第 %1 局作废</translation>
    </message>
    <message>
        <source>Correct round %1</source>
        <translation>更正第 %1 局</translation>
    </message>
    <message>
        <source>Record a ruling</source>
        <translation>记录裁定</translation>
    </message>
    <message>
        <source>Round goes on</source>
        <translation>本局继续</translation>
    </message>
    <message>
        <source>Round is affected</source>
        <translation>本局受影响</translation>
    </message>
    <message>
        <source>Keep for the next round</source>
        <translation>留作下一局</translation>
    </message>
    <message>
        <source>Reconstruct the order</source>
        <translation>还原牌序</translation>
    </message>
    <message>
        <source>Dealt with: go on</source>
        <translation>已处理：继续</translation>
    </message>
    <message>
        <source>Enter the card</source>
        <translation>输入牌面</translation>
    </message>
    <message>
        <source>Plug the shoe in</source>
        <translation>接上牌靴</translation>
    </message>
    <message>
        <source>Call the Shift Manager</source>
        <translation>呼叫值班经理</translation>
    </message>
    <message>
        <source>Add credit</source>
        <translation>增加余额</translation>
    </message>
    <message>
        <source>Pay by hand</source>
        <translation>人工支付</translation>
    </message>
    <message>
        <source>Pay a ticket</source>
        <translation>兑付票券</translation>
    </message>
    <message>
        <source>Pay what is due</source>
        <translation>支付应付款</translation>
    </message>
    <message>
        <source>Collect what is owed</source>
        <translation>收回应收款</translation>
    </message>
    <message>
        <source>Settle the dispute</source>
        <translation>裁定争议</translation>
    </message>
    <message>
        <source>Take out of play</source>
        <translation>停用终端</translation>
    </message>
    <message>
        <source>Back into play</source>
        <translation>恢复使用</translation>
    </message>
    <message>
        <source>Take out of service</source>
        <translation>撤出服务</translation>
    </message>
    <message>
        <source>Attendant arrived</source>
        <translation>服务员已到</translation>
    </message>
    <message>
        <source>Draw to %1, third card</source>
        <translation>发第三张牌给%1</translation>
    </message>
    <message>
        <source>The limits are on display from now on</source>
        <translation>即刻起公布限额</translation>
    </message>
    <message>
        <source>Shuffled cards, with a Supervisor</source>
        <translation>已洗好的牌，与主管共同办理</translation>
    </message>
    <message>
        <source>%1 still to burn: draw them and lay them aside</source>
        <translation>尚有 %1 张待销：抽出并放在一旁</translation>
    </message>
    <message>
        <source>A new round begins</source>
        <translation>新的一局开始</translation>
    </message>
    <message>
        <source>No more bets: what is registered stands</source>
        <translation>停止下注：以已登记的为准</translation>
    </message>
    <message>
        <source>Take the next card from the shoe</source>
        <translation>从牌靴抽出下一张牌</translation>
    </message>
    <message>
        <source>The cards on the felt are those on the screen</source>
        <translation>桌上的牌与屏幕一致</translation>
    </message>
    <message>
        <source>Nothing has changed on the felt</source>
        <translation>桌面没有变动</translation>
    </message>
    <message>
        <source>If no bet is decided, the round is void</source>
        <translation>若无注码已定胜负，本局作废</translation>
    </message>
    <message>
        <source>It is the first card of the next round</source>
        <translation>作为下一局的第一张牌</translation>
    </message>
    <message>
        <source>All cards in the order that was meant</source>
        <translation>按应有次序排列全部牌</translation>
    </message>
    <message>
        <source>The reason for the stop is dealt with</source>
        <translation>暂停原因已处理</translation>
    </message>
    <message>
        <source>As it lies on the felt, with a Supervisor</source>
        <translation>以桌上的牌为准，与主管共同办理</translation>
    </message>
    <message>
        <source>It reports what was drawn meanwhile</source>
        <translation>牌靴会补报期间抽出的牌</translation>
    </message>
    <message>
        <source>Nobody else may decide this</source>
        <translation>只能由其决定</translation>
    </message>
    <message>
        <source>Play is paused until one has come</source>
        <translation>在主管到场前暂停游戏</translation>
    </message>
    <message>
        <source>Pit Supervisor needed</source>
        <translation>需要区域主管</translation>
    </message>
    <message>
        <source>All bets are returned</source>
        <translation>全部注码退回</translation>
    </message>
    <message>
        <source>No more rounds until it is opened again</source>
        <translation>重新开桌前不再开局</translation>
    </message>
    <message>
        <source>The books of this gaming day are closed</source>
        <translation>结清本营业日账目</translation>
    </message>
    <message>
        <source>The cards that are left are counted by hand</source>
        <translation>人工点算剩余的牌</translation>
    </message>
    <message>
        <source>The cards on the felt decide</source>
        <translation>以桌上的牌为准</translation>
    </message>
    <message>
        <source>It may bet and cash out again</source>
        <translation>可再次下注和兑现</translation>
    </message>
    <message>
        <source>Another panel with this key is in use. Close it, then start this one again</source>
        <translation>另一面板正以此密钥使用。请关闭它，再重新启动本面板</translation>
    </message>
    <message>
        <source>This panel was taken out of service. A Shift Manager enrols it again</source>
        <translation>本面板已撤出服务。由值班经理重新登记</translation>
    </message>
    <message>
        <source>The records of this panel and of the console differ. Call the Shift Manager</source>
        <translation>本面板与主机的记录不一致。请呼叫值班经理</translation>
    </message>
    <message>
        <source>All this is as of %1. The console keeps running</source>
        <translation>以上截至 %1。主机继续运行</translation>
    </message>
    <message>
        <source>The console keeps running; this panel comes back by itself</source>
        <translation>主机继续运行；本面板会自动恢复</translation>
    </message>
    <message>
        <source>missing: %1</source>
        <translation>缺少：%1</translation>
    </message>
    <message>
        <source>the round has changed meanwhile</source>
        <translation>牌局已有变化</translation>
    </message>
    <message>
        <source>no connection yet</source>
        <translation>尚未连接</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>无连接</translation>
    </message>
    <message>
        <source>one moment …</source>
        <translation>请稍候…</translation>
    </message>
    <message>
        <source>something is missing</source>
        <translation>尚有未填</translation>
    </message>
    <message>
        <source>somebody else must agree</source>
        <translation>须由另一人确认</translation>
    </message>
    <message>
        <source>the second person: a %1</source>
        <translation>第二人：%1</translation>
    </message>
    <message>
        <source>for a %1</source>
        <translation>须由%1</translation>
    </message>
    <message>
        <source>Tie on %1</source>
        <translation>%1 点和</translation>
    </message>
    <message>
        <source>%1 wins with %2</source>
        <translation>%1赢，%2 点</translation>
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
        <translation>作废</translation>
    </message>
    <message>
        <source>all bets are returned</source>
        <translation>退回所有注码</translation>
    </message>
    <message>
        <source>settled</source>
        <translation>已结算</translation>
    </message>
    <message>
        <source>corrected</source>
        <translation>已更正</translation>
    </message>
    <message>
        <source>What this is about has changed meanwhile. It can only be cancelled.</source>
        <translation>相关内容已有变化，只能取消。</translation>
    </message>
    <message>
        <source>Two people are needed</source>
        <translation>须由两人办理</translation>
    </message>
    <message>
        <source>first card</source>
        <translation>第一张牌</translation>
    </message>
    <message>
        <source>second card</source>
        <translation>第二张牌</translation>
    </message>
    <message>
        <source>third card</source>
        <translation>第三张牌</translation>
    </message>
    <message>
        <source>Card %1</source>
        <translation>第 %1 张牌</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>给%1</translation>
    </message>
    <message>
        <source>If a bet is already decided, the round is concluded. If none is, and the interruption affects the round, it is void and all bets are returned.</source>
        <translation>若已有注码定胜负，本局照常完成。若没有，且中断影响本局，则本局作废，全部注码退回。</translation>
    </message>
    <message>
        <source>If the order of the cards can be reconstructed, that is done. If not, the extra card is the first card of the next round.</source>
        <translation>如能还原牌序，则按还原的牌序。如不能，多出的牌作为下一局的第一张牌。</translation>
    </message>
    <message>
        <source>A card is never guessed. The Dealer enters it as it lies on the felt, together with a Supervisor.</source>
        <translation>绝不猜牌。荷官与主管共同按桌上的牌输入。</translation>
    </message>
    <message>
        <source>The cards on the felt decide, not the screen. Compare them and correct what is wrong.</source>
        <translation>以桌上的牌为准，不以屏幕为准。请核对并更正。</translation>
    </message>
    <message>
        <source>Plug the shoe in: it reports what was drawn meanwhile. Or enter the cards by hand, together with a Supervisor.</source>
        <translation>接上牌靴：它会补报期间抽出的牌。或与主管共同人工输入。</translation>
    </message>
    <message>
        <source>A round that the shoe cannot finish is void. All bets are returned, earlier rounds stand.</source>
        <translation>牌靴不足以完成的一局作废。全部注码退回，之前各局有效。</translation>
    </message>
    <message>
        <source>With a card that is not of this set the round is void. All bets are returned, earlier rounds stand.</source>
        <translation>出现不属于本副的牌，本局作废。全部注码退回，之前各局有效。</translation>
    </message>
    <message>
        <source>Too many or too few cards make the round in play void. Earlier rounds stand.</source>
        <translation>牌张过多或过少，当前一局作废。之前各局有效。</translation>
    </message>
    <message>
        <source>If the cards were not shuffled, the round is void. Earlier rounds stand.</source>
        <translation>若牌未洗好，本局作废。之前各局有效。</translation>
    </message>
    <message>
        <source>Look at the shoe. Play goes on when a Supervisor says that it works.</source>
        <translation>请检查牌靴。主管确认正常后继续。</translation>
    </message>
    <message>
        <source>Play is paused until a Supervisor has decided. Registered bets stay as they are.</source>
        <translation>在主管作出决定前暂停游戏。已登记的注码保持不变。</translation>
    </message>
    <message>
        <source>Somebody holds another record of this table than the console. Nothing is played until a Shift Manager knows why.</source>
        <translation>有人持有与主机不同的牌桌记录。值班经理查明原因前不得开局。</translation>
    </message>
    <message>
        <source>Decks</source>
        <translation>副数</translation>
    </message>
    <message>
        <source>Cards to burn</source>
        <translation>销牌张数</translation>
    </message>
    <message>
        <source>If the shoe was exchanged: its card counter</source>
        <translation>如换了牌靴：新牌靴的计数</translation>
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
        <translation>职位</translation>
    </message>
    <message>
        <source>Cards left, counted</source>
        <translation>剩余牌数（点算）</translation>
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
        <translation>条款</translation>
    </message>
    <message>
        <source>Gaming day</source>
        <translation>营业日</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>文字说明</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Ticket number</source>
        <translation>票券号码</translation>
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
        <translation>级距</translation>
    </message>
    <message>
        <source>Interrupted before any bet was decided</source>
        <translation>注码未定胜负前中断</translation>
    </message>
    <message>
        <source>A card that is not of this set</source>
        <translation>不属于本副的牌</translation>
    </message>
    <message>
        <source>Too many or too few cards</source>
        <translation>牌张过多或过少</translation>
    </message>
    <message>
        <source>A hand with a wrong number of cards</source>
        <translation>一方牌张数目有误</translation>
    </message>
    <message>
        <source>The shoe ran dry</source>
        <translation>牌靴用尽</translation>
    </message>
    <message>
        <source>The cards were not shuffled</source>
        <translation>牌未洗好</translation>
    </message>
    <message>
        <source>A card too many, or exposed</source>
        <translation>多发或亮出的牌</translation>
    </message>
    <message>
        <source>Cards on the wrong side</source>
        <translation>牌发错一方</translation>
    </message>
    <message>
        <source>Two cards at once</source>
        <translation>同时抽出两张牌</translation>
    </message>
    <message>
        <source>Cards dealt incorrectly, none handled</source>
        <translation>发牌有误，尚未动牌</translation>
    </message>
    <message>
        <source>A wrong number of cards for the Dealer</source>
        <translation>荷官的牌数不对</translation>
    </message>
    <message>
        <source>A wrong number of cards on a box</source>
        <translation>箱位的牌数不对</translation>
    </message>
    <message>
        <source>Cards out of order before a settlement</source>
        <translation>结算前牌序有误</translation>
    </message>
    <message>
        <source>Anything else</source>
        <translation>其他情况</translation>
    </message>
    <message>
        <source>The console has started (%1)</source>
        <translation>主机已启动（%1）</translation>
    </message>
    <message>
        <source>The table is open</source>
        <translation>牌桌已开</translation>
    </message>
    <message>
        <source>New limits</source>
        <translation>新限额</translation>
    </message>
    <message>
        <source>The table is closed</source>
        <translation>牌桌已关</translation>
    </message>
    <message>
        <source>The day %1 is closed</source>
        <translation>营业日 %1 已关账</translation>
    </message>
    <message>
        <source>Play is paused: %1</source>
        <translation>游戏暂停：%1</translation>
    </message>
    <message>
        <source>Dealt with: %1</source>
        <translation>已处理：%1</translation>
    </message>
    <message>
        <source>Round %1 was interrupted</source>
        <translation>第 %1 局中断</translation>
    </message>
    <message>
        <source>The interruption affects the round</source>
        <translation>中断影响本局</translation>
    </message>
    <message>
        <source>The interruption does not affect the round</source>
        <translation>中断不影响本局</translation>
    </message>
    <message>
        <source>Refused to %1: %2</source>
        <translation>拒绝 %1：%2</translation>
    </message>
    <message>
        <source>Ruling: %1</source>
        <translation>裁定：%1</translation>
    </message>
    <message>
        <source>New shoe: %1 cards, shuffled by %2</source>
        <translation>新牌靴：%1 张，洗牌人 %2</translation>
    </message>
    <message>
        <source>A card is burnt</source>
        <translation>已销一张牌</translation>
    </message>
    <message>
        <source>The shoe is ready</source>
        <translation>牌靴就绪</translation>
    </message>
    <message>
        <source>The cut card has come</source>
        <translation>切牌卡已出现</translation>
    </message>
    <message>
        <source>The shoe is empty</source>
        <translation>牌靴已空</translation>
    </message>
    <message>
        <source>The shoe is ended, %1 cards counted</source>
        <translation>本靴结束，点算 %1 张</translation>
    </message>
    <message>
        <source>No signal from the card shoe</source>
        <translation>牌靴无信号</translation>
    </message>
    <message>
        <source>The shoe answers</source>
        <translation>牌靴已恢复</translation>
    </message>
    <message>
        <source>Card %1 was not read</source>
        <translation>第 %1 张牌未读取</translation>
    </message>
    <message>
        <source>Extra card drawn: %1</source>
        <translation>多发一张牌：%1</translation>
    </message>
    <message>
        <source>Round %1: bets are open</source>
        <translation>第 %1 局：开始下注</translation>
    </message>
    <message>
        <source>More time for bets</source>
        <translation>延长下注时间</translation>
    </message>
    <message>
        <source>%1: %2 (entered by hand)</source>
        <translation>%1：%2（人工输入）</translation>
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
        <translation>第 %1 局已确认并结算</translation>
    </message>
    <message>
        <source>Round %1 is void: all bets are returned</source>
        <translation>第 %1 局作废：全部注码退回</translation>
    </message>
    <message>
        <source>Round %1 is corrected</source>
        <translation>第 %1 局已更正</translation>
    </message>
    <message>
        <source>%1 buys %2</source>
        <translation>%1 买入 %2</translation>
    </message>
    <message>
        <source>%1 cashes out %2</source>
        <translation>%1 兑现 %2</translation>
    </message>
    <message>
        <source>%1 takes a ticket: %2</source>
        <translation>%1 接受票券：%2</translation>
    </message>
    <message>
        <source>A ticket is paid: %1</source>
        <translation>已兑付票券：%1</translation>
    </message>
    <message>
        <source>%1 is paid by hand: %2</source>
        <translation>%1 人工支付：%2</translation>
    </message>
    <message>
        <source>%1 has given back %2</source>
        <translation>%1 已退还 %2</translation>
    </message>
    <message>
        <source>%1 has joined</source>
        <translation>%1 已加入</translation>
    </message>
    <message>
        <source>%1 is out of service</source>
        <translation>%1 撤出服务</translation>
    </message>
    <message>
        <source>%1 is out of play</source>
        <translation>%1 停用</translation>
    </message>
    <message>
        <source>%1 is back in play</source>
        <translation>%1 恢复使用</translation>
    </message>
    <message>
        <source>%1 calls an attendant</source>
        <translation>%1 呼叫服务员</translation>
    </message>
    <message>
        <source>An attendant was at %1</source>
        <translation>服务员已到 %1</translation>
    </message>
    <message>
        <source>Alarm, %1: %2</source>
        <translation>警报，%1：%2</translation>
    </message>
    <message>
        <source>%1 disputes round %2</source>
        <translation>%1 对第 %2 局有争议</translation>
    </message>
    <message>
        <source>The dispute of %1 is settled</source>
        <translation>%1 的争议已裁定</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>闲</translation>
    </message>
    <message>
        <source>Banker</source>
        <translation>庄</translation>
    </message>
    <message>
        <source>Tie</source>
        <translation>和</translation>
    </message>
    <message>
        <source>Player Pair</source>
        <translation>闲对</translation>
    </message>
    <message>
        <source>Banker Pair</source>
        <translation>庄对</translation>
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
        <translation>本桌关闭</translation>
    </message>
    <message>
        <source>Next round soon</source>
        <translation>下一局即将开始</translation>
    </message>
    <message>
        <source>Place your bets</source>
        <translation>请下注</translation>
    </message>
    <message>
        <source>No more bets</source>
        <translation>停止下注</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Last bets</source>
        <translation>最后下注</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>闲</translation>
    </message>
    <message>
        <source>Banker</source>
        <translation>庄</translation>
    </message>
    <message>
        <source>Tie</source>
        <translation>和</translation>
    </message>
    <message>
        <source>Player Pair</source>
        <translation>闲对</translation>
    </message>
    <message>
        <source>Banker Pair</source>
        <translation>庄对</translation>
    </message>
    <message>
        <source>Won</source>
        <translation>赢</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>输</translation>
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
        <translation>已连接</translation>
    </message>
    <message>
        <source>Joining the table</source>
        <translation>正在加入牌桌</translation>
    </message>
    <message>
        <source>No connection</source>
        <translation>无连接</translation>
    </message>
    <message>
        <source>Not admitted</source>
        <translation>未获准入桌</translation>
    </message>
    <message>
        <source>Out of service</source>
        <translation>暂停服务</translation>
    </message>
    <message>
        <source>The Supervisor was called</source>
        <translation>已呼叫主管</translation>
    </message>
    <message>
        <source>A card was read twice, and not alike</source>
        <translation>同一张牌两次读取不一致</translation>
    </message>
    <message>
        <source>A card was not read</source>
        <translation>有一张牌未读取</translation>
    </message>
    <message>
        <source>A card that does not belong to this shoe</source>
        <translation>出现不属于本靴的牌</translation>
    </message>
    <message>
        <source>Records of the table differ</source>
        <translation>牌桌记录不一致</translation>
    </message>
    <message>
        <source>The round was interrupted</source>
        <translation>本局中断</translation>
    </message>
    <message>
        <source>The number of cards is wrong</source>
        <translation>牌张数目不符</translation>
    </message>
    <message>
        <source>The card shoe has another result</source>
        <translation>牌靴的结果不同</translation>
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
        <translation>牌靴无信号</translation>
    </message>
    <message>
        <source>Extra card drawn</source>
        <translation>多发了一张牌</translation>
    </message>
    <message>
        <source>The cards are not shuffled</source>
        <translation>牌未洗好</translation>
    </message>
    <message>
        <source>The amount is missing</source>
        <translation>没有输入金额</translation>
    </message>
    <message>
        <source>This note is not accepted</source>
        <translation>不接受此钞票</translation>
    </message>
    <message>
        <source>This amount is not possible here</source>
        <translation>此处不能下此金额</translation>
    </message>
    <message>
        <source>This ticket cannot be paid</source>
        <translation>此票券不能兑付</translation>
    </message>
    <message>
        <source>A card is missing: enter it first</source>
        <translation>缺少一张牌：请先输入</translation>
    </message>
    <message>
        <source>Bets are closed</source>
        <translation>下注已截止</translation>
    </message>
    <message>
        <source>Not enough credit</source>
        <translation>余额不足</translation>
    </message>
    <message>
        <source>This terminal is not admitted to the table</source>
        <translation>本终端未获准入桌</translation>
    </message>
    <message>
        <source>A round is in dispute: a Supervisor is called</source>
        <translation>有一局存在争议：已呼叫主管</translation>
    </message>
    <message>
        <source>No bets are taken here</source>
        <translation>此处不接受下注</translation>
    </message>
    <message>
        <source>A card lies face down: turn it first</source>
        <translation>有一张牌未翻开：请先翻牌</translation>
    </message>
    <message>
        <source>Play has stopped for a moment</source>
        <translation>牌局暂停</translation>
    </message>
    <message>
        <source>This choice is not offered now</source>
        <translation>现在不能作此选择</translation>
    </message>
    <message>
        <source>The rules do not allow this ruling here</source>
        <translation>规则不允许在此作出该裁定</translation>
    </message>
    <message>
        <source>A card was kept for the next round: only a void is left</source>
        <translation>有一张牌留给下一局：只能作废本局</translation>
    </message>
    <message>
        <source>This terminal is out of play: call an attendant</source>
        <translation>本终端已停用：请呼叫服务员</translation>
    </message>
    <message>
        <source>Too late: the table has gone on</source>
        <translation>太迟了：牌桌已经继续</translation>
    </message>
    <message>
        <source>This must be settled by an act, not by a word</source>
        <translation>必须采取措施，不能只是确认</translation>
    </message>
    <message>
        <source>This terminal has not called</source>
        <translation>该终端没有呼叫</translation>
    </message>
    <message>
        <source>No card is due and none is missing</source>
        <translation>现在不需要牌，也没有缺牌</translation>
    </message>
    <message>
        <source>This terminal disputes nothing</source>
        <translation>该终端没有争议</translation>
    </message>
    <message>
        <source>This terminal does not know the game</source>
        <translation>本终端不支持此游戏</translation>
    </message>
    <message>
        <source>Load a shoe first</source>
        <translation>请先装入牌靴</translation>
    </message>
    <message>
        <source>This round is not on record as settled</source>
        <translation>没有该局的结算记录</translation>
    </message>
    <message>
        <source>No surplus card lies on the felt</source>
        <translation>桌面上没有多出的牌</translation>
    </message>
    <message>
        <source>This terminal is not in service here</source>
        <translation>该终端不在本桌使用</translation>
    </message>
    <message>
        <source>You may not do this</source>
        <translation>您无权进行此操作</translation>
    </message>
    <message>
        <source>These cards do not make a whole round</source>
        <translation>这些牌不构成完整的一局</translation>
    </message>
    <message>
        <source>Nothing stops the table for this reason</source>
        <translation>牌桌没有因此暂停</translation>
    </message>
    <message>
        <source>The round was not interrupted</source>
        <translation>本局没有中断</translation>
    </message>
    <message>
        <source>This terminal takes no more notes for now</source>
        <translation>本终端暂时不接受更多钞票</translation>
    </message>
    <message>
        <source>Nothing is due here</source>
        <translation>没有应付款项</translation>
    </message>
    <message>
        <source>Nothing is owed here</source>
        <translation>没有欠款</translation>
    </message>
    <message>
        <source>The cards have changed: look again</source>
        <translation>牌已改变：请再核对</translation>
    </message>
    <message>
        <source>With these cards the players would have been asked something else</source>
        <translation>若是这些牌，玩家面对的选择会不同</translation>
    </message>
    <message>
        <source>No connection to the table</source>
        <translation>与牌桌无连接</translation>
    </message>
    <message>
        <source>Not registered in time: the bets are returned</source>
        <translation>未及时登记：注码已退回</translation>
    </message>
    <message>
        <source>A second person must confirm this</source>
        <translation>须由第二人确认</translation>
    </message>
    <message>
        <source>Bets are still in play</source>
        <translation>仍有注码在局中</translation>
    </message>
    <message>
        <source>This terminal has stopped: call an attendant</source>
        <translation>本终端已停止：请呼叫服务员</translation>
    </message>
    <message>
        <source>The table has no room for another round</source>
        <translation>系统空间不足，不能再开新局</translation>
    </message>
    <message>
        <source>A surplus card waits for a ruling</source>
        <translation>多出的牌等待裁定</translation>
    </message>
    <message>
        <source>Too many changes: the last registered bets stand</source>
        <translation>更改次数过多：以最后登记的注码为准</translation>
    </message>
    <message>
        <source>The total is over the limit</source>
        <translation>总额超过上限</translation>
    </message>
    <message>
        <source>There is no such place to bet</source>
        <translation>没有此下注区</translation>
    </message>
    <message>
        <source>This game is not played with so many decks</source>
        <translation>本游戏不使用这么多副牌</translation>
    </message>
    <message>
        <source>Not possible at this moment</source>
        <translation>目前不能操作</translation>
    </message>
    <message>
        <source>The round was interrupted before any bet had won or lost.</source>
        <translation>该局在任何注码分出输赢之前中断。</translation>
    </message>
    <message>
        <source>A card was found that does not belong to the set.</source>
        <translation>发现不属于本副牌的牌。</translation>
    </message>
    <message>
        <source>There are too few or too many cards in the set.</source>
        <translation>本副牌的牌张过少或过多。</translation>
    </message>
    <message>
        <source>A hand got a wrong number of cards, and the order could not be restored.</source>
        <translation>一方牌张数目有误，且次序无法复原。</translation>
    </message>
    <message>
        <source>There are not enough cards in the shoe to finish the round.</source>
        <translation>牌靴内的牌不足以完成该局。</translation>
    </message>
    <message>
        <source>The cards were not shuffled.</source>
        <translation>牌未洗。</translation>
    </message>
    <message>
        <source>The Shift Manager decided so: the rules name no other way.</source>
        <translation>由值班经理决定：规则没有其他规定。</translation>
    </message>
    <message>
        <source>Cash-out ticket</source>
        <translation>兑现票券</translation>
    </message>
    <message>
        <source>Cashier or any terminal of this table</source>
        <translation>收银处或本桌任何终端</translation>
    </message>
</context>
</TS>
