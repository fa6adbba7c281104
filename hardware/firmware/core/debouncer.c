#include "core/debouncer.h"

void debouncer_take(struct Debouncer *debouncer, const uint8_t scan[REED_ROWS])
{
    for (uint8_t row = 0; row < REED_ROWS; row++) {
        uint8_t now = scan[row];
        uint8_t before = debouncer->before[row];
        uint8_t unsure = (uint8_t)((now ^ before) | (before ^ debouncer->twice_before[row]));
        debouncer->settled[row] = (uint8_t)((debouncer->settled[row] & unsure) | (now & ~unsure));
        debouncer->twice_before[row] = before;
        debouncer->before[row] = now;
    }
}
