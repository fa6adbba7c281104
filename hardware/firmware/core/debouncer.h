/* A reed's contacts bounce for up to a millisecond: a sensor has changed when three scans in a row say so. */
#ifndef CORE_DEBOUNCER_H
#define CORE_DEBOUNCER_H

#include <stdint.h>

#define REED_ROWS 8 /* one bit for each column */

struct Debouncer {
    uint8_t before[REED_ROWS];        /* the last scan */
    uint8_t twice_before[REED_ROWS];  /* the one before it */
    uint8_t settled[REED_ROWS];
};

void debouncer_take(struct Debouncer *debouncer, const uint8_t scan[REED_ROWS]);

#endif
