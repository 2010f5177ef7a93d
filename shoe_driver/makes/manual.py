"""No device: every card is entered by hand. Promises what the people at the table see."""

from typing import Final

from shoe_driver.driver import Driver

DRIVER: Final = Driver(name="manual")
