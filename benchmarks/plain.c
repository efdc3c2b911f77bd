/* A plain C loop that scores every guess against every code of ab4x10 and counts the replies:
   the yardstick for benchmarks/against_c.py. Built there with cc -O3 -march=native. Measured as
   _rate in benchmarks/kernels.py measures: all runs in 0.3 s of processor time. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { PLACES = 4, SYMBOLS = 10, MOST = 5040 };

static const double SECONDS = 0.3;

static uint64_t masks[MOST]; /* a bit for each place and symbol, then a bit for each symbol */

static double processor_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

int main(void)
{
    int codes = 0;
    for (int number = 0; number < 10000; number++) {
        int digits[PLACES] = {number / 1000, number / 100 % 10, number / 10 % 10, number % 10};
        uint64_t mask = 0, seen = 0;
        for (int place = 0; place < PLACES; place++) {
            mask |= 1ull << (place * SYMBOLS + digits[place]);
            seen |= 1ull << (PLACES * SYMBOLS + digits[place]);
        }
        if (__builtin_popcountll(seen) == PLACES)
            masks[codes++] = mask | seen;
    }
    const uint64_t places = (1ull << (PLACES * SYMBOLS)) - 1;
    double start = 0, seconds = 0;
    int runs = -1; /* the first one is not counted: it warms up */
    uint64_t checksum = 0;
    while (runs < 1 || seconds < SECONDS) {
        if (runs == 0)
            start = processor_time();
        checksum = 0;
        for (int guess = 0; guess < codes; guess++) {
            uint32_t counts[64];
            memset(counts, 0, sizeof counts);
            for (int code = 0; code < codes; code++) {
                uint64_t common = masks[guess] & masks[code];
                int bulls = __builtin_popcountll(common & places);
                int shared = __builtin_popcountll(common & ~places);
                counts[8 * bulls + shared - bulls]++;
            }
            for (int reply = 0; reply < 64; reply++)
                checksum += (uint64_t)counts[reply] * counts[reply];
        }
        runs++;
        seconds = processor_time() - start;
    }
    printf("%.6g %llu\n", (double)codes * codes * runs / seconds, (unsigned long long)checksum);
    return 0;
}
