/* SPDX-License-Identifier: MIT
 * tries.c - what a move would do (traits.h) is weighed; the weights are logarithms of odds. They
 * are fitted so that good moves have great odds among the moves listed: moves that solve the tests
 * of odd number (docs/results/judge.md), moves that GNU Go plays for life and death in games with
 * itself, and moves that decide positions within searches of these. */
#include "engine/judge/tries.h"

#include "engine/judge/traits.h"

enum { POWER_PARTS = 256 };

/* The weights of the side that surrounds the dragon, and of the dragon's. */
static const float weights[TRAITS][2] = {
        [TRAIT_ROOM] = {0.84f, 1.35f},        [TRAIT_BORDER] = {0.08f, 0.13f},
        [TRAIT_VITAL] = {0.30f, -0.75f},      [TRAIT_DEGREE] = {0.23f, 0.26f},
        [TRAIT_CENTRE] = {0.07f, 0.32f},      [TRAIT_TIE] = {1.50f, 1.58f},
        [TRAIT_TIE_FAR] = {-0.28f, -0.14f},   [TRAIT_BEYOND] = {0.21f, 0.35f},
        [TRAIT_BEYOND_IN] = {-0.01f, -0.02f}, [TRAIT_CORNER] = {0.55f, 0.66f},
        [TRAIT_AWAY] = {-1.07f, -1.30f},      [TRAIT_OWN_1] = {0.80f, 0.65f},
        [TRAIT_OWN_1_SIZE] = {0.85f, 0.17f},  [TRAIT_OWN_2] = {1.74f, 0.64f},
        [TRAIT_OWN_3] = {0.84f, 0.39f},       [TRAIT_FOE_1] = {0.54f, 1.63f},
        [TRAIT_FOE_1_SIZE] = {0.21f, 0.61f},  [TRAIT_FOE_2] = {0.39f, 0.94f},
        [TRAIT_FOE_3] = {-0.17f, 0.31f},      [TRAIT_FOE_4] = {-0.37f, -0.49f},
        [TRAIT_PREY] = {0.66f, 0.30f},        [TRAIT_FAR_1] = {0.20f, -0.76f},
        [TRAIT_FAR_2] = {-1.02f, -0.91f},     [TRAIT_LINK] = {1.12f, 1.65f},
        [TRAIT_LINK_BLOCK] = {-0.58f, 0.64f}, [TRAIT_CUT] = {-0.54f, -0.12f},
        [TRAIT_SELF_1] = {-2.91f, -2.13f},    [TRAIT_SELF_2] = {-0.37f, -0.75f},
        [TRAIT_TOUCH] = {-0.15f, -0.35f},     [TRAIT_LINE_1] = {-0.26f, -0.61f},
        [TRAIT_LINE_2] = {0.85f, -0.24f},     [TRAIT_TWO_ONE] = {0.86f, 0.40f},
        [TRAIT_NEXT_OWN] = {-0.36f, -0.48f},  [TRAIT_NEXT_FOE] = {0.28f, -0.41f},
        [TRAIT_DIAG_OWN] = {-0.20f, 0.54f},   [TRAIT_DIAG_FOE] = {0.06f, 0.03f},
        [TRAIT_LAST_NEXT] = {-0.25f, 0.41f},  [TRAIT_LAST_DIAG] = {-0.51f, 0.09f},
        [TRAIT_LAST_TWO] = {0.01f, 0.23f},    [TRAIT_LAST_LIBERTY] = {0.20f, -0.18f},
        [TRAIT_AWAY_2] = {-0.36f, -0.37f},    [TRAIT_AWAY_3] = {-0.34f, -0.35f},
        [TRAIT_THEIRS_1] = {0.18f, 0.05f},    [TRAIT_THEIRS_2] = {-0.27f, 0.12f},
        [TRAIT_THEIRS_3] = {-0.23f, 0.03f},   [TRAIT_JUMP] = {0.60f, 0.92f},
        [TRAIT_KNIGHT] = {0.22f, 0.09f},      [TRAIT_FRIEND] = {0.11f, 0.33f},
        [TRAIT_JUMP_FOE] = {-0.24f, -0.09f},  [TRAIT_KNIGHT_FOE] = {-0.26f, -0.46f},
        [TRAIT_LINE_3] = {0.24f, 0.37f},      [TRAIT_LINES] = {-0.01f, -0.05f},
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
	return n;
}
