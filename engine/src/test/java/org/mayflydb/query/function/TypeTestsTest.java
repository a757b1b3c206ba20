package org.mayflydb.query.function;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeTestsTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            IS_ARRAY([]) => true
            IS_ARRAY({}) => false
            IS_BOOL(false) => true
            IS_BOOLEAN(true) => true
            IS_BOOL(0) => false
            IS_NULL(null) => true
            IS_NULL(false) => false
            IS_NUMBER(0) => true
            IS_NUMBER(NaN) => true
            IS_NUMBER('0') => false
            IS_OBJECT({}) => true
            IS_OBJECT(null) => false
            IS_STRING('') => true
            IS_STRING(1) => false
            IS_DEFINED(null) => true
            IS_DEFINED([]) => true
            """)
    void eachKindOfValueIsKnown(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            IS_PRIMITIVE(null) => true
            IS_PRIMITIVE(true) => true
            IS_PRIMITIVE(1.5) => true
            IS_PRIMITIVE('x') => true
            IS_PRIMITIVE([]) => false
            IS_PRIMITIVE({}) => false
            """)
    void onlyArraysAndObjectsAreNotPrimitive(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            IS_ARRAY(undefined) => false
            IS_BOOL(undefined) => false
            IS_NULL(undefined) => false
            IS_NUMBER(undefined) => false
            IS_OBJECT(undefined) => false
            IS_STRING(undefined) => false
            IS_DEFINED(undefined) => false
            IS_PRIMITIVE(undefined) => false
            IS_INTEGER(undefined) => false
            IS_FINITE_NUMBER(undefined) => false
            IS_DATETIME(undefined) => false
            """)
    void undefinedIsOfNoKind(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            IS_INTEGER(5) => true
            IS_INTEGER(-12) => true
            IS_INTEGER(5.0) => true
            IS_INTEGER(5.5) => false
            IS_INTEGER('5') => false
            IS_INTEGER(9223372036854775807) => true
            IS_INTEGER(-9223372036854775808) => true
            IS_INTEGER(9223372036854775808) => false
            IS_INTEGER(1e30) => false
            IS_INTEGER(NaN) => false
            """)
    void integersAreWholeNumbersOf64Bits(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            IS_FINITE_NUMBER(1.5) => true
            IS_FINITE_NUMBER(NaN) => false
            IS_FINITE_NUMBER(Infinity) => false
            IS_FINITE_NUMBER(-Infinity) => false
            IS_FINITE_NUMBER('1') => false
            """)
    void infinityIsNotFinite(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            IS_DATETIME('2031-05-06') => true
            IS_DATETIME('2031-05-06 07:08:09') => true
            IS_DATETIME('2031-05-06T07:08:09') => true
            IS_DATETIME('2031-05-06T07:08:09.5Z') => true
            IS_DATETIME('2031-05-06T07:08:09.1234567Z') => true
            IS_DATETIME('2031-05-06T07:08:09.1234567') => true
            IS_DATETIME('2032-02-29') => true
            IS_DATETIME('0001-01-01') => true
            IS_DATETIME('9999-12-31T23:59:59.9999999Z') => true
            """)
    void dateTimesAreKnownByTheirForm(String call, String expected) {
        Claim.holds(call, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            IS_DATETIME('2031-05-06T07Z') => false
            IS_DATETIME('2031-05-06T07:08') => false
            IS_DATETIME('2031-13-06') => false
            IS_DATETIME('2031-00-06') => false
            IS_DATETIME('2031-05-00') => false
            IS_DATETIME('2031-05-32') => false
            IS_DATETIME('2031-02-29') => false
            IS_DATETIME('0000-01-01') => false
            IS_DATETIME('2031-05-06T24:00:00') => false
            IS_DATETIME('2031-05-06T23:60:00') => false
            IS_DATETIME('2031-05-06T23:59:60') => false
            IS_DATETIME('2031-05-06T07:08:09.') => false
            IS_DATETIME('2031-05-06T07:08:09.Z') => false
            IS_DATETIME('2031-05-06T07:08:09.12345678Z') => false
            IS_DATETIME('2031-05-06T07:08:09.12x') => false
            IS_DATETIME('2031-05-06Z') => false
            IS_DATETIME('2031-05-06T07:08:09+01:00') => false
            IS_DATETIME('2031-05-06t07:08:09') => false
            IS_DATETIME('2031/05/06') => false
            IS_DATETIME('2031-5-6') => false
            IS_DATETIME('-031-05-06') => false
            IS_DATETIME(' 2031-05-06') => false
            IS_DATETIME('') => false
            IS_DATETIME(20310506) => false
            """)
    void whatIsNotQuiteADateTimeIsNone(String call, String expected) {
        Claim.holds(call, expected);
    }
}
