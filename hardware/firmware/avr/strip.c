/* WS2812B, bit by bit. At 16 MHz a bit has 20 cycles (1.25 us); the line is high for 6 of them (375 ns) in a 0, and for
 * 12 (750 ns) in a 1. The chips tell bits apart by these times, so nothing may interrupt. */
#include "avr/strip.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include BOARD_HEADER
#include "avr/clock.h"
#include "avr/pins.h"

#if F_CPU != 16000000UL
#error "the cycles below are counted for 16 MHz"
#endif

/* The chips show what they got when the line was low for so long. */
#define LATCH_US 300
#define LATCH_TICKS (LATCH_US * TICKS_PER_MS / 1000)

static uint8_t status_before;
static uint16_t ended_at;

void strip_start(void)
{
    PORT_REGISTER(LED_DATA) &= (uint8_t)~PIN_MASK(LED_DATA);
    DDR_REGISTER(LED_DATA) |= PIN_MASK(LED_DATA);
    ended_at = clock_ticks();
}

void strip_begin(void)
{
    while ((uint16_t)(clock_ticks() - ended_at) < LATCH_TICKS) {
    }
    status_before = SREG;
    cli();
}

void strip_end(void)
{
    SREG = status_before;
    ended_at = clock_ticks();
}

#define CYCLES_1 "nop\n\t"
#define CYCLES_2 "rjmp .+0\n\t"
#define CYCLES_4 CYCLES_2 CYCLES_2
#define CYCLES_5 CYCLES_4 CYCLES_1
#define CYCLES_7 CYCLES_5 CYCLES_2

/* Cycles 0 to 6. The skip costs as much as what it skips, so both ways take as long. */
#define RISE_AND_FALL_IF_ZERO(bit)    \
    "out %[port], %[high]\n\t"        \
    CYCLES_4                          \
    "sbrs %[data], " #bit "\n\t"      \
    "out %[port], %[low]\n\t"
#define FALL "out %[port], %[low]\n\t"
#define SEND_BIT(bit) RISE_AND_FALL_IF_ZERO(bit) CYCLES_5 FALL CYCLES_7

/* r1:r0 = byte * scale + byte; its high byte is what is sent. The next byte is made ready in the last bit's idle cycles;
 * after the last byte that is one beyond the end, read and thrown away. */
#define LOAD_AND_MULTIPLY "ld %[data], %a[bytes]+\n\t" "mul %[data], %[scale]\n\t"         /* 4 cycles */
#define ADD_AND_KEEP_HIGH "add r0, %[data]\n\t" "mov %[data], r1\n\t" "adc %[data], %[zero]\n\t" /* 3 cycles */

void strip_send(const uint8_t *bytes, uint8_t count, uint8_t scale)
{
    uint8_t low = PORT_REGISTER(LED_DATA) & (uint8_t)~PIN_MASK(LED_DATA);
    uint8_t high = low | PIN_MASK(LED_DATA);
    uint8_t data;
    if (count == 0)
        return;
    __asm__ volatile(
        LOAD_AND_MULTIPLY
        ADD_AND_KEEP_HIGH
        "1:\n\t"
        SEND_BIT(7) SEND_BIT(6) SEND_BIT(5) SEND_BIT(4) SEND_BIT(3) SEND_BIT(2) SEND_BIT(1)
        RISE_AND_FALL_IF_ZERO(0)
        LOAD_AND_MULTIPLY CYCLES_1
        FALL
        ADD_AND_KEEP_HIGH
        "dec %[count]\n\t"
        "breq 2f\n\t"
        "rjmp 1b\n\t" /* 7 cycles since the fall; a branch does not reach so far */
        "2:\n\t"
        "clr r1\n\t" /* where the compiler expects zero */
        : [data] "=&r"(data), [bytes] "+e"(bytes), [count] "+r"(count)
        : [port] "I"(_SFR_IO_ADDR(PORT_REGISTER(LED_DATA))), [high] "r"(high), [low] "r"(low),
          [scale] "r"(scale), [zero] "r"((uint8_t)0)
        : "r0", "memory");
}
