#include "avr/boots.h"

#include <avr/eeprom.h>

static uint16_t EEMEM kept_boots;

uint16_t boots_count(void)
{
    uint16_t boots = (uint16_t)(eeprom_read_word(&kept_boots) + 1); /* erased, it reads 65 535 */
    eeprom_write_word(&kept_boots, boots);
    return boots;
}
