/* The colours of all LEDs, and how much of them the power supply can bear. */
#ifndef CORE_PICTURE_H
#define CORE_PICTURE_H

#include <stdint.h>

#include "core/protocol.h"

#define BYTES_PER_LED 3
#define PICTURE_SIZE (LED_COUNT * BYTES_PER_LED)

/* A scale of `s` passes (s + 1) / 256 of every byte: 255 all of it, 0 nothing. */
#define SCALE_ALL 255
#define SCALE_NOTHING 0

struct Picture {
    uint8_t grb[PICTURE_SIZE]; /* in the order in which a WS2812 takes them */
};

void picture_set(struct Picture *picture, uint8_t led, const uint8_t rgb[BYTES_PER_LED]);
uint16_t picture_sum(const struct Picture *picture);

/* The largest scale at which LEDs with colours of this sum draw no more than `most_ma` altogether. */
uint8_t current_scale(uint16_t colour_sum, uint16_t most_ma);
/* What the strip draws at that scale, rounded up. */
uint16_t current_ma(uint16_t colour_sum, uint8_t scale);

#endif
