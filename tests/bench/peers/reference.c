/* Times Simon Tatham's own solver and generator of Net: CPU milliseconds, one number a line.
 *
 *   reference generate PARAMS FIRST NUMBER
 *   reference solve REPEATS < one game id a line: for each a line with so many numbers
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "puzzles.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void generate(const char *params, int first, int number)
{
    game_params *p = thegame.default_params();
    thegame.decode_params(p, params);
    for (int i = first; i < first + number; i++) {
        char seed[32], *aux = NULL;
        sprintf(seed, "bench %d", i);
        random_state *rs = random_new(seed, strlen(seed));
        double start = now();
        char *desc = thegame.new_desc(p, rs, &aux, false);
        printf("%.4f\n", now() - start);
        sfree(desc);
        sfree(aux);
        random_free(rs);
    }
}

static void solve(char *id, int repeats)
{
    char *desc = strchr(id, ':');
    game_params *p = thegame.default_params();
    *desc++ = 0;
    thegame.decode_params(p, id);
    for (int i = 0; i < repeats; i++) {
        game_state *state = thegame.new_game(NULL, p, desc);
        const char *error = NULL;
        double start = now();
        sfree(thegame.solve(state, state, NULL, &error));
        printf("%.4f ", now() - start);
        thegame.free_game(state);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    static char line[8000000];
    if (argc == 5 && !strcmp(argv[1], "generate"))
        generate(argv[2], atoi(argv[3]), atoi(argv[4]));
    else if (argc == 3 && !strcmp(argv[1], "solve"))
        while (fgets(line, sizeof line, stdin)) {
            line[strcspn(line, "\n")] = 0;
            solve(line, atoi(argv[2]));
        }
    else
        return 2;
    return 0;
}
