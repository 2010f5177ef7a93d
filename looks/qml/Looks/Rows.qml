import QtQml.Models

// A list of plain values as a model: rows are changed where they stand, so that a delegate under a finger is not
// replaced and a list that is scrolled stays there. Delegates read `values[place]`, which is always there for them:
// those that are too many go before the shorter list comes. (Their `index` is -1 then, their `place` is what it was.)
ListModel {
    property var list: []
    property var values: []

    onListChanged: {
        if (count > list.length)
            remove(list.length, count - list.length)
        values = list
        while (count < list.length)
            append({ place: count })
    }
}
