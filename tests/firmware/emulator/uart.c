/* The serial port in place of simavr's, which loses nothing while interrupts are off and receives too slowly: here two
 * bytes wait for the firmware, a third in the shift register, and what comes then is lost; a byte takes its ten bits. */
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>

#define UCSR0A 0xC0
#define UCSR0B 0xC1
#define UBRR0L 0xC4
#define UBRR0H 0xC5
#define UDR0 0xC6

#define RXC 0x80
#define TXC 0x40
#define UDRE 0x20
#define DOR 0x08
#define U2X 0x02
#define RXCIE 0x80
#define UDRIE 0x20
#define RXEN 0x10

#define RX_VECTOR 18
#define UDRE_VECTOR 19

#define BITS_PER_BYTE 10
#define BYTE_CYCLES (40 * CYCLES_PER_US) /* at 250 000 baud, as the protocol has it */
#define BUFFERED 3                       /* two, and the shift register */
#define LINE_BYTES 65536

static avr_t *avr;
static void (*deliver)(uint8_t byte);
static avr_int_vector_t *rx_vector, *udre_vector;

static uint8_t line[LINE_BYTES]; /* from the host, not yet arrived */
static unsigned line_head, line_tail;
static bool line_is_busy;

static uint8_t received[BUFFERED];
static int received_count;
static bool overran;

static uint8_t shifting, buffered;
static bool is_shifting, has_buffered;

static struct LineErrors errors;
static uint32_t random_state = 1;
static uint64_t bytes_in, bytes_out, bytes_overrun, bytes_flipped, bytes_dropped, bytes_doubled;

static uint32_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

static bool by_chance(int per_mille)
{
    return per_mille != 0 && (int)(next_random() % 1000) < per_mille;
}

/* Return how many bytes come out of one: 0, 1 or 2. */
static int pass_over_line(uint8_t *byte)
{
    if (by_chance(errors.flip)) {
        *byte ^= 1 << next_random() % 8;
        bytes_flipped++;
    }
    if (by_chance(errors.lose)) {
        bytes_dropped++;
        return 0;
    }
    if (by_chance(errors.twice)) {
        bytes_doubled++;
        return 2;
    }
    return 1;
}

static void set_level(avr_int_vector_t *vector, bool on)
{
    if (on && !vector->pending)
        avr_raise_interrupt(avr, vector);
    else if (!on && vector->pending)
        avr_clear_interrupt(avr, vector);
}

static void show_state(void)
{
    uint8_t enabled = avr->data[UCSR0B];
    set_level(rx_vector, received_count > 0 && enabled & RXCIE);
    set_level(udre_vector, !has_buffered && enabled & UDRIE);
    uint8_t status = avr->data[UCSR0A] & U2X;
    status |= received_count > 0 ? RXC : 0;
    status |= !has_buffered ? UDRE : 0;
    status |= overran ? DOR : 0;
    avr->data[UCSR0A] = status;
}

static void check_baud(void)
{
    unsigned divider = avr->data[UBRR0L] + 256u * avr->data[UBRR0H] + 1;
    unsigned cycles = (avr->data[UCSR0A] & U2X ? 8 : 16) * divider * BITS_PER_BYTE;
    if (cycles != BYTE_CYCLES)
        printf("bad baud: a byte takes %u cycles, expected %d\n", cycles, BYTE_CYCLES);
}

static avr_cycle_count_t on_arrived(avr_t *board, avr_cycle_count_t when, void *param)
{
    (void)board;
    (void)param;
    uint8_t byte = line[line_tail++ % LINE_BYTES];
    bytes_in++;
    if (avr->data[UCSR0B] & RXEN) {
        if (received_count < BUFFERED) {
            received[received_count++] = byte;
        } else {
            overran = true;
            bytes_overrun++;
        }
        show_state();
    }
    line_is_busy = line_tail != line_head;
    return line_is_busy ? when + BYTE_CYCLES : 0;
}

static avr_cycle_count_t on_sent(avr_t *board, avr_cycle_count_t when, void *param)
{
    (void)board;
    (void)param;
    uint8_t byte = shifting;
    bytes_out++;
    is_shifting = has_buffered;
    shifting = buffered;
    has_buffered = false;
    show_state();
    for (int times = pass_over_line(&byte); times > 0; times--)
        deliver(byte);
    return is_shifting ? when + BYTE_CYCLES : 0;
}

static void write_data(avr_t *board, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)board;
    (void)address;
    (void)param;
    if (is_shifting) {
        buffered = value;
        has_buffered = true;
    } else {
        check_baud();
        shifting = value;
        is_shifting = true;
        avr_cycle_timer_register(avr, BYTE_CYCLES, on_sent, NULL);
    }
    show_state();
}

static uint8_t read_data(avr_t *board, avr_io_addr_t address, void *param)
{
    (void)board;
    (void)param;
    uint8_t byte = received[0];
    for (int i = 1; i < received_count; i++)
        received[i - 1] = received[i];
    received_count -= received_count > 0;
    overran = false;
    show_state();
    avr->data[address] = byte;
    return byte;
}

static void write_status(avr_t *board, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)param;
    board->data[address] = (board->data[address] & ~U2X) | (value & U2X);
}

static uint8_t read_status(avr_t *board, avr_io_addr_t address, void *param)
{
    (void)param;
    return board->data[address];
}

static void write_control(avr_t *board, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)param;
    board->data[address] = value;
    show_state();
}

bool uart_has_room(void)
{
    return line_head - line_tail < LINE_BYTES / 2;
}

void uart_receive(uint8_t byte)
{
    for (int times = pass_over_line(&byte); times > 0; times--)
        line[line_head++ % LINE_BYTES] = byte;
    if (!line_is_busy && line_head != line_tail) {
        line_is_busy = true;
        avr_cycle_timer_register(avr, BYTE_CYCLES, on_arrived, NULL);
    }
}

void uart_set_errors(struct LineErrors wanted, uint32_t seed)
{
    errors = wanted;
    random_state = seed ? seed : 1;
}

void uart_reset(void)
{
    received_count = 0;
    is_shifting = has_buffered = overran = line_is_busy = false;
    line_tail = line_head;
    show_state();
}

void uart_print_statistics(void)
{
    printf(" bytes_in=%llu bytes_out=%llu bytes_overrun=%llu", (unsigned long long)bytes_in, (unsigned long long)bytes_out,
           (unsigned long long)bytes_overrun);
    printf(" bytes_flipped=%llu bytes_dropped=%llu bytes_doubled=%llu", (unsigned long long)bytes_flipped,
           (unsigned long long)bytes_dropped, (unsigned long long)bytes_doubled);
}

static avr_int_vector_t *find_vector(int number)
{
    for (int i = 0; i < avr->interrupts.vector_count; i++)
        if (avr->interrupts.vector[i]->vector == number) {
            /* The flags follow what is buffered, not what was served. */
            avr->interrupts.vector[i]->raise_sticky = 1;
            return avr->interrupts.vector[i];
        }
    fprintf(stderr, "the emulated microcontroller has no interrupt %d\n", number);
    exit(2);
}

static void take_over(avr_io_addr_t address, avr_io_read_t read, avr_io_write_t write)
{
    int io = AVR_DATA_TO_IO(address);
    avr->io[io].r.c = read;
    avr->io[io].w.c = write;
}

void uart_connect(avr_t *board, void (*sent)(uint8_t byte))
{
    avr = board;
    deliver = sent;
    rx_vector = find_vector(RX_VECTOR);
    udre_vector = find_vector(UDRE_VECTOR);
    take_over(UCSR0A, read_status, write_status);
    take_over(UCSR0B, NULL, write_control);
    take_over(UDR0, read_data, write_data);
}
