// The felt of Three Pictures: the face says what each Hand is called.
BoxFelt {
    named: true
}
