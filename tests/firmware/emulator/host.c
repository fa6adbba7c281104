/* A pseudo-terminal stands for the USB serial adapter. Its name changes with every plugging; the link to it does not. */
#define _GNU_SOURCE
#include "parts.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <termios.h>
#include <unistd.h>

static int master = -1;
static int openings = -1; /* tells of every opening, even of one that is over by the time we look */

static void fail(const char *what)
{
    perror(what);
    exit(2);
}

void host_plug(const char *link)
{
    master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (master < 0 || grantpt(master) || unlockpt(master))
        fail("pseudo-terminal");
    /* Opened once and closed, it says from then on whether anybody has it open. */
    int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    struct termios settings;
    if (slave < 0 || tcgetattr(slave, &settings))
        fail("pseudo-terminal");
    cfmakeraw(&settings);
    tcsetattr(slave, TCSANOW, &settings);
    close(slave);
    openings = inotify_init1(IN_NONBLOCK);
    if (inotify_add_watch(openings, ptsname(master), IN_OPEN) < 0)
        fail("watching the pseudo-terminal");
    unlink(link);
    if (symlink(ptsname(master), link))
        fail(link);
}

void host_unplug(const char *link)
{
    unlink(link);
    close(master);
    close(openings);
    master = openings = -1;
}

int host_descriptor(void)
{
    return master;
}

bool host_is_plugged(void)
{
    return master >= 0;
}

bool host_is_open(void)
{
    struct pollfd terminal = {.fd = master, .events = POLLIN};
    return master >= 0 && poll(&terminal, 1, 0) >= 0 && !(terminal.revents & POLLHUP);
}

bool host_was_opened(void)
{
    char events[4096];
    return openings >= 0 && read(openings, events, sizeof events) > 0;
}

void host_write(uint8_t byte)
{
    /* With nobody there, or nobody who reads, a byte is gone, as on a cable. */
    if (host_is_open() && write(master, &byte, 1) < 0)
        return;
}

void host_pump(void)
{
    uint8_t bytes[256];
    while (master >= 0 && uart_has_room()) {
        ssize_t count = read(master, bytes, sizeof bytes);
        for (ssize_t i = 0; i < count; i++)
            uart_receive(bytes[i]);
        if (count < (ssize_t)sizeof bytes)
            return;
    }
}
