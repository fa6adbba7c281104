/* CRC-16/IBM-3740: polynomial 0x1021, start 0xFFFF, not reflected. */
#ifndef CORE_CRC16_H
#define CORE_CRC16_H

#include <stdint.h>

#define CRC16_START 0xFFFFu

uint16_t crc16_add(uint16_t crc, uint8_t byte);

static inline uint16_t crc16_add_word(uint16_t crc, uint16_t word)
{
    return crc16_add(crc16_add(crc, (uint8_t)word), (uint8_t)(word >> 8));
}

#endif
