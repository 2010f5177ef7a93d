import QtQml.Models

// A list of plain values as a model: rows are changed where they stand, so that a delegate under a finger is not
// replaced and a list that is scrolled stays there. Delegates read `values[place]`; one that has to go may look once
// more before it is gone, and finds what stood there. (Its `index` is -1 by then, its `place` is what it was.)
ListModel {
    property var list: []
    property var values: []

    onListChanged: {
        if (count > list.length)
            remove(list.length, count - list.length)
        values = list.concat(values.slice(list.length))
        while (count < list.length)
            append({ place: count })
    }
}
