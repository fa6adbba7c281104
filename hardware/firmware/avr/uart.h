/* The line at 250 000 baud, with a ring of bytes for each direction. */
#ifndef AVR_UART_H
#define AVR_UART_H

#include "core/byte_ring.h"

extern struct ByteRing uart_sending;

void uart_start(void);
bool uart_take(uint8_t *byte);
/* Begin to send what was put into uart_sending. */
void uart_send(void);
/* Bytes lost since the last call: because nobody took them in time, or the ring was full. */
uint8_t uart_take_overruns(void);

#endif
