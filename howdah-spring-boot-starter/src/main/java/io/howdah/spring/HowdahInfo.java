// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import java.util.LinkedHashMap;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** Which version, in which schema. */
final class HowdahInfo implements InfoContributor {
    private final HowdahProperties properties;

    HowdahInfo(HowdahProperties properties) {
        this.properties = properties;
    }

    @Override
    public void contribute(Info.Builder builder) {
        var details = new LinkedHashMap<String, Object>();
        details.put("version", Howdah.version());
        details.put("schema", properties.schema());
        details.put("takes-part", properties.start());
        builder.withDetail("howdah", details);
    }
}
