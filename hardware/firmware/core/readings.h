/* One reading of each sensor: a bit of a reed, or the ADC steps of a Hall sensor. reeds.c or levels.c stands behind it,
 * as the build has it. */
#ifndef CORE_READINGS_H
#define CORE_READINGS_H

#include <stdint.h>

#include BOARD_HEADER
#include "core/frame_writer.h"
#include "core/protocol.h"

#if BOARD_SENSOR_HALL
#define STATE_FRAMES (SENSOR_COUNT / LEVELS_PER_FRAME)
struct Readings {
    uint16_t levels[SENSOR_COUNT];
};
#else
#define STATE_FRAMES 1
struct Readings {
    uint8_t bits[SENSOR_COUNT / 8];
};
#endif

uint16_t readings_get(const struct Readings *readings, uint8_t sensor);
void readings_set(struct Readings *readings, uint8_t sensor, uint16_t reading);

/* Write State frame `part` of STATE_FRAMES, from after its head to its end. */
void readings_write_state(struct FrameWriter *frame, const struct Readings *readings, uint16_t number, uint8_t part);
/* Which type those frames have, and what Hello calls the sensors. */
extern const uint8_t readings_state_type;
extern const uint8_t readings_kind;

#endif
