#include "core/picture.h"

/* A WS2812B's data sheet gives 12 mA to 20 mA for each colour at full; the chip itself draws 1 mA. */
#define MA_PER_FULL_COLOUR 20u
#define MA_AT_REST LED_COUNT
#define FULL 255u
#define SCALE_STEPS 256u

void picture_set(struct Picture *picture, uint8_t led, const uint8_t rgb[BYTES_PER_LED])
{
    uint8_t *grb = &picture->grb[led * BYTES_PER_LED];
    grb[0] = rgb[1];
    grb[1] = rgb[0];
    grb[2] = rgb[2];
}

uint16_t picture_sum(const struct Picture *picture)
{
    uint16_t sum = 0; /* 192 times 255 fits */
    for (uint8_t i = 0; i < PICTURE_SIZE; i++)
        sum += picture->grb[i];
    return sum;
}

uint8_t current_scale(uint16_t colour_sum, uint16_t most_ma)
{
    if (most_ma <= MA_AT_REST || colour_sum == 0)
        return most_ma <= MA_AT_REST ? SCALE_NOTHING : SCALE_ALL;
    uint32_t steps = (uint32_t)(most_ma - MA_AT_REST) * (FULL * SCALE_STEPS / MA_PER_FULL_COLOUR) / colour_sum;
    if (steps >= SCALE_STEPS)
        return SCALE_ALL;
    return steps == 0 ? SCALE_NOTHING : (uint8_t)(steps - 1);
}

uint16_t current_ma(uint16_t colour_sum, uint8_t scale)
{
    uint16_t scaled = (uint16_t)((uint32_t)colour_sum * (scale + 1u) / SCALE_STEPS);
    return (uint16_t)(MA_AT_REST + ((uint32_t)scaled * MA_PER_FULL_COLOUR + FULL - 1) / FULL);
}
