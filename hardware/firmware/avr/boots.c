#include "avr/boots.h"

#include <avr/eeprom.h>

static uint16_t EEMEM kept_boots;

uint16_t boots_count(void)
{
    uint16_t boots = (uint16_t)(eeprom_read_word(&kept_boots) + 1); /* erased, it reads 65 535 */
    /* Bytes that stay as they are are not written: the memory bears 100 000 writes. */
    eeprom_update_word(&kept_boots, boots);
    return boots;
}
