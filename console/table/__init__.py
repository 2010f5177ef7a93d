"""The core of the Game Console: pure rooms of functions over one state."""
