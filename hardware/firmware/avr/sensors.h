/* Reads the sensors: reed_matrix.c or hall_muxes.c, as the build has it. */
#ifndef AVR_SENSORS_H
#define AVR_SENSORS_H

#include "core/board.h"

/* Set the pins up and read every sensor, so that the board knows them before anybody asks. */
void sensors_start(struct Board *board);
/* Read what is due, give it to the board, and come back within half a millisecond. */
void sensors_poll(struct Board *board, uint32_t now_ms);
/* Sleep while there is nothing to read. */
void sensors_rest(void);

#endif
