#include "core/crc16.h"

/* The eight steps of the polynomial division at once. Shifting by whole bytes and nibbles suits a
 * processor that has neither a barrel shifter nor room for a table. */
uint16_t crc16_add(uint16_t crc, uint8_t byte)
{
    uint8_t high = (uint8_t)(crc >> 8) ^ byte;
    high ^= high >> 4;
    return (uint16_t)(crc << 8) ^ ((uint16_t)high << 12) ^ ((uint16_t)high << 5) ^ high;
}
