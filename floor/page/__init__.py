"""The pit's page: what every table of the floor does now, for people of the house who have signed on. It only reads."""
