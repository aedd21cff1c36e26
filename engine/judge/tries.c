/* SPDX-License-Identifier: MIT
 * tries.c - what a move would do (traits.h) is weighed; the weights are logarithms of odds. They
 * are fitted so that good moves have great odds among the moves listed: moves that solve the tests
 * of odd number (docs/results/judge.md), moves that GNU Go plays for life and death in games with
 * itself, and moves that decide positions within searches of these. */
#include "engine/judge/tries.h"

#include "engine/judge/traits.h"

enum {
	POWER_PARTS = 256,
	KEPT_ALWAYS = 6, /* moves that are listed however unlikely they are */
};

static const float odds_least = 0.002f;

/* The weights of the side that surrounds the dragon, and of the dragon's. */
static const float weights[TRAITS][2] = {
        [TRAIT_ROOM] = {0.85f, 1.14f},        [TRAIT_BORDER] = {0.28f, 0.06f},
        [TRAIT_VITAL] = {0.33f, -0.64f},      [TRAIT_DEGREE] = {0.36f, 0.40f},
        [TRAIT_CENTRE] = {-0.13f, 0.44f},     [TRAIT_TIE] = {1.55f, 1.55f},
        [TRAIT_TIE_FAR] = {-0.28f, -0.09f},   [TRAIT_BEYOND] = {0.07f, 0.20f},
        [TRAIT_BEYOND_IN] = {-0.01f, -0.02f}, [TRAIT_CORNER] = {0.52f, 0.95f},
        [TRAIT_AWAY] = {-1.16f, -1.20f},      [TRAIT_OWN_1] = {0.69f, 1.20f},
        [TRAIT_OWN_1_SIZE] = {0.82f, 0.12f},  [TRAIT_OWN_2] = {2.02f, 0.94f},
        [TRAIT_OWN_3] = {0.81f, 0.56f},       [TRAIT_FOE_1] = {1.15f, 1.94f},
        [TRAIT_FOE_1_SIZE] = {0.59f, 1.08f},  [TRAIT_FOE_2] = {0.37f, 1.23f},
        [TRAIT_FOE_3] = {-0.22f, 0.33f},      [TRAIT_FOE_4] = {-0.41f, -0.50f},
        [TRAIT_PREY] = {0.97f, 0.19f},        [TRAIT_FAR_1] = {0.13f, -1.20f},
        [TRAIT_FAR_2] = {-1.07f, -0.92f},     [TRAIT_LINK] = {1.25f, 2.07f},
        [TRAIT_LINK_BLOCK] = {-0.53f, 0.87f}, [TRAIT_CUT] = {-0.31f, -0.47f},
        [TRAIT_SELF_1] = {-3.34f, -1.98f},    [TRAIT_SELF_2] = {-0.18f, -0.63f},
        [TRAIT_TOUCH] = {-0.16f, -0.36f},     [TRAIT_LINE_1] = {-0.11f, -0.54f},
        [TRAIT_LINE_2] = {0.82f, -0.08f},     [TRAIT_TWO_ONE] = {0.99f, 0.52f},
        [TRAIT_NEXT_OWN] = {-0.50f, -0.64f},  [TRAIT_NEXT_FOE] = {0.23f, -0.44f},
        [TRAIT_DIAG_OWN] = {-0.14f, 0.66f},   [TRAIT_DIAG_FOE] = {0.02f, 0.06f},
        [TRAIT_LAST_NEXT] = {-0.18f, 0.82f},  [TRAIT_LAST_DIAG] = {-0.70f, 0.36f},
        [TRAIT_LAST_TWO] = {-0.19f, 0.25f},   [TRAIT_LAST_LIBERTY] = {-0.13f, -0.24f},
        [TRAIT_AWAY_2] = {-0.39f, 0.01f},     [TRAIT_AWAY_3] = {-0.35f, -0.38f},
        [TRAIT_THEIRS_1] = {0.53f, 0.02f},    [TRAIT_THEIRS_2] = {-0.18f, -0.20f},
        [TRAIT_THEIRS_3] = {-0.29f, 0.28f},   [TRAIT_JUMP] = {0.59f, 1.13f},
        [TRAIT_KNIGHT] = {-0.01f, -0.25f},    [TRAIT_FRIEND] = {0.20f, 0.06f},
        [TRAIT_JUMP_FOE] = {-0.35f, -0.25f},  [TRAIT_KNIGHT_FOE] = {-0.33f, -0.54f},
        [TRAIT_LINE_3] = {0.15f, 0.63f},      [TRAIT_LINES] = {0.02f, 0.05f},
};

/* weigh returns the weight of a point. */
static float weigh(const int8_t *of, bool own)
{
	float sum = 0;

	for (int i = 0; i < TRAITS; i++)
		sum += weights[i][own] * (float)of[i];
	return sum;
}

/* power returns nearly e to the x, the same on every machine. */
static float power(float x)
{
	float result = x > -POWER_PARTS ? 1 + x / POWER_PARTS : 0;

	for (int i = 1; i < POWER_PARTS; i *= 2)
		result *= result;
	return result;
}

int tries_list(const field_t *f, const standing_t *s, int to_move, int last, int16_t *out,
               float *odds)
{
	traits_t t;
	float total = 0;
	int n = 0;

	traits_find(f, s, to_move, last, &t);
	for (int k = 0; k < t.n; k++) {
		const float value = weigh(t.of[t.point[k]], to_move == s->colour);

		if (n == TRIES_MAX && odds[n - 1] >= value)
			continue;
		int i = n < TRIES_MAX ? n++ : n - 1;

		for (; i > 0 && odds[i - 1] < value; i--) {
			odds[i] = odds[i - 1];
			out[i] = out[i - 1];
		}
		odds[i] = value;
		out[i] = t.point[k];
	}
	for (int i = 0; i < n; i++) {
		odds[i] = power(odds[i]);
		total += odds[i];
	}
	for (int i = 0; i < n; i++)
		odds[i] /= total;
	while (n > KEPT_ALWAYS && odds[n - 1] < odds_least)
		n--;
	return n;
}
