/* The four corners pulse slowly while nobody tells the board what to show. */
#ifndef CORE_FAULT_PATTERN_H
#define CORE_FAULT_PATTERN_H

#include <stdint.h>

#include "core/picture.h"

#define FAULT_STEP_MS 40

/* Brightness of the pulse at a time, as a scale. The clock may wrap around without a jump. */
uint8_t fault_level(uint32_t now_ms);
/* Write the pattern to the strip; return what it draws. The picture is not touched. */
uint16_t fault_show(const struct Picture *picture, uint32_t now_ms, uint16_t most_ma);

#endif
