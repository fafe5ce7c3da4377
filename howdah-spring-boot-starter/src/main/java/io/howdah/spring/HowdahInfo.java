// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** Which version, in which schema; of several, the schema of each by the name of its bean. */
final class HowdahInfo implements InfoContributor {
    private final Map<String, Howdah> howdahs;
    private final boolean takesPart;

    HowdahInfo(Map<String, Howdah> howdahs, boolean takesPart) {
        this.howdahs = howdahs;
        this.takesPart = takesPart;
    }

    @Override
    public void contribute(Info.Builder builder) {
        var details = new LinkedHashMap<String, Object>();
        details.put("version", Howdah.version());
        if (howdahs.size() == 1) {
            details.put("schema", howdahs.values().iterator().next().schema());
        } else {
            var schemas = new LinkedHashMap<String, String>();
            howdahs.forEach((name, howdah) -> schemas.put(name, howdah.schema()));
            details.put("schemas", schemas);
        }
        details.put("takes-part", takesPart);
        builder.withDetail("howdah", details);
    }
}
