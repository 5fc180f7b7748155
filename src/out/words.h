// What quantities are called in figures: words in place of the keys of channels.
#ifndef GUD_OUT_WORDS_H
#define GUD_OUT_WORDS_H

// "film_min" -> "minimum film thickness"; a key without an entry has its underscores replaced
void gud_words_of(const char *key, char *text, int size);

// "minimum film thickness" -> "Minimum film thickness", as at an axis; names of users stay as they are
void gud_words_capitalise(char *text);

#endif
