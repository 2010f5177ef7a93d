import QtQuick

// One of the five roads on paper: kind is bead_plate, big_road, big_eye_boy, small_road or cockroach_pig.
// results is the shoe as one text, as road_view.result_text writes it; side asks "what if B (or P) came next".
RoadPainting {
    //: The letters of Banker, Player and Tie in the roads: exactly three characters.
    letters: qsTr("BPT")
    family: Theme.family
}
