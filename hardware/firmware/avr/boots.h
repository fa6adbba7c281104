#ifndef AVR_BOOTS_H
#define AVR_BOOTS_H

#include <stdint.h>

/* Count this start and return how many there were, modulo 65 536. A memory that was never written says 0. */
uint16_t boots_count(void);

#endif
