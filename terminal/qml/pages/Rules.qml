pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Four leaves: how one bets, the rules in our own words with the numbers of their paragraphs, what happens if something
// goes wrong, limits and pay table.
Page {
    id: page

    readonly property bool written: shown.table.rules !== ""    // this game has its rules in our words
    property string part: written ? "rules" : "guide"           // guide, rules, wrong, limits
    objectName: "page.rules"
    title: ({ guide: qsTr("How to bet"), rules: qsTr("How it is played"), wrong: qsTr("If something goes wrong"), limits: qsTr("Limits and pay table") })[part]
    panelWidth: Theme.px(1860)
    panelHeight: Theme.px(890)

    actions: [
        LeafButton {
            part: "guide"
            text: qsTr("How to bet")
        },
        LeafButton {
            part: "rules"
            visible: page.written
            text: qsTr("Rules")
        },
        LeafButton {
            part: "wrong"
            visible: page.written
            text: qsTr("If something goes wrong")
            width: Theme.px(330)
        },
        LeafButton {
            part: "limits"
            text: qsTr("Limits and pay table")
            width: Theme.px(330)
        }
    ]
    component LeafButton: BigButton {
        required property string part
        objectName: "rules." + part
        width: Theme.px(190)
        height: Theme.px(64)
        chosen: page.part === part
        onTapped: page.part = part
    }

    Loader {
        anchors.fill: parent
        sourceComponent: ({ guide: guide, rules: rules, wrong: wrong, limits: limits })[page.part] ?? null
    }
    Component {
        id: guide
        RulesGuide { vm: page.vm }
    }
    Component {
        id: rules
        Loader {
            Component.onCompleted: setSource(page.shown.table.rules, { vm: page.vm })
        }
    }
    Component {
        id: wrong
        Loader {
            Component.onCompleted: setSource(page.shown.table.rules, { vm: page.vm, wrong: true })
        }
    }
    Component {
        id: limits
        RulesLimits { vm: page.vm }
    }
}
