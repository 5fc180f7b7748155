"""Verdicts: what counts as met, and what a reason may and may not explain; series and tables that they are computed from and shown in."""

import sys
import unittest

sys.dont_write_bytecode = True

import page
import series
from printed import DIFFERS, MET, NOT_REPRODUCIBLE, UNEXPLAINED, Number, Paper, Reason, holds, verdict


def number(paper, relation="equals", within=0.1, reasons=()):
    return Number("", "", paper, "", relation, "", within, list(reasons))


class Relations(unittest.TestCase):
    def test_equals_is_relative_and_works_for_negative_numbers(self):
        self.assertTrue(holds(number(-20.0), -21.9))
        self.assertFalse(holds(number(-20.0), -22.1))
        self.assertFalse(holds(number(-20.0), 20.0))

    def test_above_and_below_mean_away_from_zero_and_towards_it(self):
        self.assertTrue(holds(number(-50.0, "above"), -70.0))
        self.assertFalse(holds(number(-50.0, "above"), -40.0))
        self.assertTrue(holds(number(200.0, "below"), 199.0))

    def test_just_above_and_almost_have_an_end(self):
        self.assertTrue(holds(number(800.0, "just above"), 850.0))
        self.assertFalse(holds(number(800.0, "just above"), 1000.0))
        self.assertFalse(holds(number(800.0, "just above"), 799.0))
        self.assertTrue(holds(number(2000.0, "almost"), 1900.0))
        self.assertFalse(holds(number(2000.0, "almost"), 1500.0))

    def test_inside_wants_the_whole_range(self):
        self.assertTrue(holds(number([2.5, 3.5], "inside"), (2.6, 3.2)))
        self.assertFalse(holds(number([2.5, 3.5], "inside"), (2.4, 3.2)))

    def test_nothing_computed_is_not_met(self):
        self.assertFalse(holds(number(1.0), None))


class Verdicts(unittest.TestCase):
    small = Reason("small", "", "", DIFFERS, (-0.3, 0.0))
    data = Reason("data", "", "", NOT_REPRODUCIBLE)
    fitted = Reason("fitted", "", "", DIFFERS, variant="other")

    def test_met_needs_no_reason_and_is_met_with_the_data_as_printed(self):
        self.assertEqual(verdict(number(1.0, reasons=[self.data]), {"printed": 1.05, "other": 3.0})[0], MET)

    def test_a_reason_explains_only_differences_of_its_size(self):
        self.assertEqual(verdict(number(1.0, reasons=[self.small]), {"printed": 0.8}), (DIFFERS, self.small))
        self.assertEqual(verdict(number(1.0, reasons=[self.small]), {"printed": 0.6})[0], UNEXPLAINED)
        self.assertEqual(verdict(number(1.0, reasons=[self.small]), {"printed": 1.2})[0], UNEXPLAINED)

    def test_a_reason_of_a_variant_asks_that_the_variant_is_met(self):
        row = number(1.0, reasons=[self.fitted])
        self.assertEqual(verdict(row, {"printed": 0.5, "other": 0.95}), (DIFFERS, self.fitted))
        self.assertEqual(verdict(row, {"printed": 0.5, "other": 0.7})[0], UNEXPLAINED)

    def test_the_first_reason_that_holds_is_taken(self):
        row = number(1.0, reasons=[self.fitted, self.data])
        self.assertEqual(verdict(row, {"printed": 0.5, "other": 0.5}), (NOT_REPRODUCIBLE, self.data))

    def test_no_reason_explains_that_nothing_was_computed(self):
        for nothing in (None, float("nan"), (1.0, float("nan"))):
            self.assertEqual(verdict(number(1.0, reasons=[self.data]), {"printed": nothing}), (UNEXPLAINED, None))

    def test_no_reason_is_unexplained(self):
        self.assertEqual(verdict(number(1.0), {"printed": 0.5}), (UNEXPLAINED, None))


class Series(unittest.TestCase):
    ramp = ([0.0, 0.1, 0.4, 1.0], [0.0, 0.2, 0.8, 2.0])  # 2 t at uneven records

    def test_means_and_values_do_not_depend_on_where_records_stand(self):
        self.assertAlmostEqual(series.mean(self.ramp), 1.0)
        self.assertAlmostEqual(series.interpolate(self.ramp, 0.7), 1.4)
        self.assertAlmostEqual(series.rms(series.differences(self.ramp, ([0.0, 1.0], [1.0, 3.0]))), 1.0)


class Pages(unittest.TestCase):
    def test_columns_are_those_of_all_rows(self):
        paper = Paper("", "", "", "", {"printed": "as printed", "other": "other data"}, {}, [])
        rows = [page.Judged(number(1.0), values, MET, None) for values in ({"printed": 1.0}, {"printed": 1.0, "other": 2.0})]
        table = page.numbers_table(paper, page.Section(None, [], rows))
        cells = [line.count("<td") + line.count("<th>") for line in table.split("\n") if "<tr>" in line]
        self.assertEqual(len(set(cells)), 1, cells)


if __name__ == "__main__":
    unittest.main()
