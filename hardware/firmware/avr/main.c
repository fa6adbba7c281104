#include <avr/interrupt.h>

#include "avr/boots.h"
#include "avr/clock.h"
#include "avr/sensors.h"
#include "avr/strip.h"
#include "avr/uart.h"

static struct Board board;

static void take_received(uint32_t now_ms)
{
    uint8_t byte;
    while (uart_take(&byte))
        board_take_byte(&board, byte, now_ms);
    board.bytes_overrun += uart_take_overruns();
}

int main(void)
{
    clock_start();
    strip_start();
    uint16_t boots = boots_count();
    sei();
    sensors_start(&board);
    board_start(&board, &uart_sending, boots, clock_ms());
    uart_start();
    for (;;) {
        uint32_t now_ms = clock_ms();
        take_received(now_ms);
        sensors_poll(&board, now_ms);
        board_tick(&board, now_ms);
        uart_send();
        sensors_rest();
    }
}
