// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.terraform;

import io.howdah.web.WebException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** What is looked at in a state: which infrastructure it is of, and the how-manieth it is. */
record StateFile(String lineage, long serial) {
    private static final JsonFactory FACTORY = new JsonFactory();

    static StateFile of(byte[] state) {
        var lineage = "";
        var serial = -1L;
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), state)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw WebException.invalid("A state is a JSON object.");
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                var field = parser.currentName();
                var value = parser.nextToken();
                if ("lineage".equals(field) && value == JsonToken.VALUE_STRING) {
                    lineage = parser.getString();
                } else if ("serial".equals(field) && value == JsonToken.VALUE_NUMBER_INT) {
                    serial = parser.getLongValue();
                } else {
                    parser.skipChildren();
                }
            }
        } catch (JacksonException failure) {
            throw WebException.malformed("The state is not JSON: " + failure.getOriginalMessage(), failure);
        }
        if (lineage.isEmpty() || serial < 0) {
            throw WebException.invalid("A state has a lineage and a serial.");
        }
        return new StateFile(lineage, serial);
    }

    void requireToFollow(StateFile before) {
        if (!lineage.equals(before.lineage())) {
            throw WebException.conflict("This state has the lineage " + lineage + ", and what is stored has "
                    + before.lineage() + ": it is of other infrastructure.");
        }
        if (serial <= before.serial()) {
            throw WebException.conflict("This state has the serial " + serial + ", and what is stored has "
                    + before.serial() + " already: it is older. Refresh it, or roll back first.");
        }
    }
}
