/* Sets up the pin of core/strip.h. */
#ifndef AVR_STRIP_H
#define AVR_STRIP_H

#include "core/strip.h"

void strip_start(void);

#endif
