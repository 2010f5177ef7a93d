import ".."

// The felt of baccarat: two Hands, whose third cards lie across.
Mirror {
    classic: true
}
