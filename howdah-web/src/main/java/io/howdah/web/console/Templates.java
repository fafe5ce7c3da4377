// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.console;

import gg.jte.Content;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import java.util.Map;

/** The compiled templates of one module. Thread-safe. */
public final class Templates {
    private final TemplateEngine engine;

    /** Those that the build put into that package. */
    public Templates(Class<?> ofModule, String packageName) {
        this.engine = TemplateEngine.createPrecompiled(null, ContentType.Html, ofModule.getClassLoader(), packageName);
    }

    /** What a template makes of the values, to be put into a page. */
    public Content content(String template, Map<String, Object> values) {
        return output -> engine.render(template + ".jte", values, output);
    }
}
