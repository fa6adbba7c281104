/* Runs a firmware's ELF in an emulated ATmega328P with the board's parts around it.
 *
 *   board FIRMWARE.elf reed ROWS COLUMNS LED_PIN [options]      pins as in D2,D3,...
 *   board FIRMWARE.elf hall SELECTS ADC_CHANNELS LED_PIN [options]
 *
 *   --pace real|fast|stepped   as fast as the wall clock, as it can, or only by the command `run`
 *   --link PATH                give the serial port as a pseudo-terminal under this name
 *   --boot-on-open             start afresh whenever the port is opened, as an Arduino does; wait for the first time
 *   --no-diodes                leave the matrix without them
 *
 * Commands, one a line: set SENSOR VALUE [BOUNCE_US] | send HEX | run MICROSECONDS | reset | unplug | plug
 *   | errors FLIP LOSE TWICE SEED (per mille of bytes) | statistics | quit
 * Reports, one a line, with the cycle at which it happened:
 *   started CYCLE | set CYCLE SENSOR VALUE | out CYCLE HEX (a frame from the board, at the end of its last byte)
 *   | leds CYCLE LONGEST_LOW HEX | bad ... | ran CYCLE | boot CYCLE (after `reset`) | plugged | unplugged | errors set | statistics KEY=VALUE ... */
#include "parts.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sim_elf.h>

#define SLICE_CYCLES (200 * CYCLES_PER_US)
/* An emulation that fell further behind the wall clock than this does not race to catch up. */
#define MOST_BEHIND_NS 50000000LL
#define NS_PER_CYCLE_TIMES_2 125
#define RAM_START 0x100
#define RAM_END 0x900
#define PAINT 0xA5
#define LONGEST_LINE 65536

enum Pace { REAL, FAST, STEPPED };

static avr_t *avr;
static elf_firmware_t firmware;
static enum Pace pace = REAL;
static const char *link_name;
static bool boots_on_open, has_booted, quits;

static uint8_t out[LONGEST_LINE];
static unsigned out_length;

static long long wall_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* --- what the board sends --- */

static void sent(uint8_t byte)
{
    host_write(byte);
    if (byte != 0) {
        out[out_length++ % LONGEST_LINE] = byte;
        return;
    }
    printf("out %llu ", (unsigned long long)avr->cycle);
    for (unsigned i = 0; i < out_length && i < LONGEST_LINE; i++)
        printf("%02x", out[i]);
    printf("\n");
    out_length = 0;
}

/* --- starting --- */

static unsigned static_ram(void)
{
    return firmware.datasize + firmware.bsssize;
}

static void boot(void)
{
    avr_reset(avr);
    /* Unused memory is painted, so that the stack shows how far it grew. */
    memset(avr->data + RAM_START, PAINT, RAM_END - RAM_START);
    uart_reset();
    sensors_reset();
    strip_reset();
    out_length = 0;
    avr->state = cpu_Running;
    has_booted = true;
    printf("started %llu\n", (unsigned long long)avr->cycle);
}

static unsigned stack_used(void)
{
    unsigned address = RAM_START + static_ram();
    while (address < RAM_END && avr->data[address] == PAINT)
        address++;
    return RAM_END - address;
}

/* --- commands --- */

static void print_statistics(void)
{
    printf("statistics cycle=%llu static_ram=%u stack=%u flash=%u scans=%llu", (unsigned long long)avr->cycle,
           static_ram(), stack_used(), firmware.flashsize, (unsigned long long)sensors_scans());
    uart_print_statistics();
    strip_print_statistics();
    printf("\n");
}

static void send_hex(const char *hex)
{
    unsigned byte;
    for (; sscanf(hex, "%2x", &byte) == 1; hex += 2)
        uart_receive((uint8_t)byte);
}

static void run_until(avr_cycle_count_t cycle)
{
    while (avr->cycle < cycle) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            printf("bad firmware: it stopped at %llu\n", (unsigned long long)avr->cycle);
            exit(1);
        }
    }
}

static void obey_set(const char *arguments)
{
    int sensor, value, bounce_us = 0;
    if (sscanf(arguments, "%d %d %d", &sensor, &value, &bounce_us) < 2 || sensor < 0 || sensor >= SENSORS) {
        printf("bad command set %s\n", arguments);
        return;
    }
    sensors_set(sensor, value, bounce_us);
    printf("set %llu %d %d\n", (unsigned long long)avr->cycle, sensor, value);
}

static void obey_errors(const char *arguments)
{
    struct LineErrors errors;
    unsigned seed;
    if (sscanf(arguments, "%d %d %d %u", &errors.flip, &errors.lose, &errors.twice, &seed) != 4) {
        printf("bad command errors %s\n", arguments);
        return;
    }
    uart_set_errors(errors, seed);
    printf("errors set\n");
}

static void obey_run(const char *arguments)
{
    run_until(avr->cycle + strtoull(arguments, NULL, 10) * CYCLES_PER_US);
    printf("ran %llu\n", (unsigned long long)avr->cycle);
}

static void obey_reset(void)
{
    boot();
    printf("boot %llu\n", (unsigned long long)avr->cycle);
}

static void obey_unplug(void)
{
    if (host_is_plugged())
        host_unplug(link_name);
    has_booted = false; /* the cable was its power, too */
    printf("unplugged\n");
}

static void obey_plug(void)
{
    if (!host_is_plugged())
        host_plug(link_name);
    if (!boots_on_open)
        boot();
    printf("plugged\n");
}

static void obey(char *line)
{
    char *arguments = strchr(line, ' ');
    if (arguments)
        *arguments++ = 0;
    else
        arguments = line + strlen(line);
    if (!strcmp(line, "set"))
        obey_set(arguments);
    else if (!strcmp(line, "send"))
        send_hex(arguments);
    else if (!strcmp(line, "run"))
        obey_run(arguments);
    else if (!strcmp(line, "reset"))
        obey_reset();
    else if (!strcmp(line, "unplug"))
        obey_unplug();
    else if (!strcmp(line, "plug"))
        obey_plug();
    else if (!strcmp(line, "errors"))
        obey_errors(arguments);
    else if (!strcmp(line, "statistics"))
        print_statistics();
    else if (!strcmp(line, "quit"))
        quits = true;
    else
        printf("bad command %s\n", line);
}

/* Obey every whole line that has come; the end of the input is as good as `quit`. */
static void read_commands(void)
{
    static char text[LONGEST_LINE];
    static size_t length;
    ssize_t count = read(STDIN_FILENO, text + length, sizeof text - length);
    if (count <= 0) {
        quits = true;
        return;
    }
    length += (size_t)count;
    char *line = text, *end;
    while ((end = memchr(line, '\n', length - (size_t)(line - text))) != NULL) {
        *end = 0;
        obey(line);
        line = end + 1;
    }
    length -= (size_t)(line - text);
    memmove(text, line, length);
}

/* --- the run --- */

static void wait_for_input(int timeout_ms)
{
    struct pollfd inputs[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
    /* A terminal that nobody has open would wake us all the time. */
    if (timeout_ms != 0 && host_is_open())
        inputs[1].fd = host_descriptor();
    fflush(stdout);
    if (poll(inputs, 2, timeout_ms) > 0 && inputs[0].revents)
        read_commands();
}

static void watch_port(void)
{
    if (host_was_opened() && boots_on_open)
        boot();
    host_pump();
}

/* Milliseconds that the emulation is ahead of the wall clock. */
static int ahead_ms(void)
{
    static long long start_ns;
    if (pace != REAL)
        return 0;
    long long emulated_ns = (long long)(avr->cycle * NS_PER_CYCLE_TIMES_2 / 2);
    long long ahead_ns = start_ns + emulated_ns - wall_ns();
    if (start_ns == 0 || ahead_ns < -MOST_BEHIND_NS) {
        start_ns = wall_ns() - emulated_ns;
        return 0;
    }
    return ahead_ns > 0 ? (int)(ahead_ns / 1000000) : 0;
}

static void run(void)
{
    while (!quits) {
        if (link_name)
            watch_port();
        if (pace == STEPPED || !has_booted) {
            wait_for_input(pace == STEPPED ? -1 : 1);
            continue;
        }
        run_until(avr->cycle + SLICE_CYCLES);
        wait_for_input(ahead_ms());
    }
}

/* --- what is run --- */

static void parse_pins(char *list, struct Pin *pins, int count)
{
    char *text = strtok(list, ",");
    for (int i = 0; i < count; i++, text = strtok(NULL, ","))
        pins[i] = parse_pin(text ? text : "");
}

static void parse_numbers(char *list, int *numbers, int count)
{
    char *text = strtok(list, ",");
    for (int i = 0; i < count; i++, text = strtok(NULL, ","))
        numbers[i] = text ? atoi(text) : -1;
}

static void parse_option(const char *option, const char *value, struct SensorWiring *wiring)
{
    if (!strcmp(option, "--no-diodes"))
        wiring->diodes = false;
    else if (!strcmp(option, "--boot-on-open"))
        boots_on_open = true;
    else if (!strcmp(option, "--link"))
        link_name = value;
    else if (!strcmp(option, "--pace"))
        pace = !strcmp(value, "stepped") ? STEPPED : !strcmp(value, "fast") ? FAST : REAL;
}

static void load(const char *elf)
{
    if (elf_read_firmware(elf, &firmware)) {
        fprintf(stderr, "cannot read the firmware %s\n", elf);
        exit(2);
    }
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr_load_firmware(avr, &firmware);
    avr->frequency = CLOCK_HZ;
}

static void no_sleep(avr_t *board, avr_cycle_count_t cycles)
{
    (void)board;
    (void)cycles; /* we keep pace ourselves */
}

int main(int count, char **arguments)
{
    struct SensorWiring wiring = {.diodes = true};
    if (count < 6) {
        fprintf(stderr, "expected FIRMWARE reed|hall PINS PINS LED_PIN\n");
        return 2;
    }
    load(arguments[1]);
    avr->sleep = no_sleep;
    wiring.hall = !strcmp(arguments[2], "hall");
    if (wiring.hall) {
        parse_pins(arguments[3], wiring.selects, 4);
        parse_numbers(arguments[4], wiring.adc_channels, 4);
    } else {
        parse_pins(arguments[3], wiring.rows, 8);
        parse_pins(arguments[4], wiring.columns, 8);
    }
    for (int i = 6; i < count; i++)
        parse_option(arguments[i], i + 1 < count ? arguments[i + 1] : "", &wiring);
    strip_connect(avr, parse_pin(arguments[5]));
    sensors_connect(avr, &wiring);
    pins_connect(avr);
    uart_connect(avr, sent);
    if (link_name)
        host_plug(link_name);
    printf("plugged\n");
    if (!boots_on_open)
        boot();
    run();
    if (host_is_plugged())
        host_unplug(link_name);
    return 0;
}
