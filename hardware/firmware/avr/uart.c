#include "avr/uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#define BAUD 250000UL
#define CLOCKS_PER_BIT_STEP 8 /* at double speed */

/* 64 bytes take 2.6 ms to come in: longer than the main loop is ever away with interrupts on. */
static uint8_t received_bytes[64];
static struct ByteRing received = BYTE_RING(received_bytes);
static uint8_t sending_bytes[128];
struct ByteRing uart_sending = BYTE_RING(sending_bytes);
static volatile uint8_t overruns;

void uart_start(void)
{
    UCSR0A = _BV(U2X0);
    UBRR0 = F_CPU / CLOCKS_PER_BIT_STEP / BAUD - 1;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00); /* 8 data bits, no parity, 1 stop bit */
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
}

ISR(USART_RX_vect)
{
    uint8_t status = UCSR0A;
    uint8_t byte = UDR0;
    if (status & _BV(DOR0))
        overruns++;
    if (!ring_put(&received, byte))
        overruns++;
}

ISR(USART_UDRE_vect)
{
    uint8_t byte;
    if (ring_take(&uart_sending, &byte))
        UDR0 = byte;
    else
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

bool uart_take(uint8_t *byte)
{
    return ring_take(&received, byte);
}

void uart_send(void)
{
    if (uart_sending.head != uart_sending.tail)
        UCSR0B |= _BV(UDRIE0);
}

uint8_t uart_take_overruns(void)
{
    uint8_t taken;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        taken = overruns;
        overruns = 0;
    }
    return taken;
}
