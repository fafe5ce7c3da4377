// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.common.CompositeStringExpression;
import org.springframework.expression.common.LiteralExpression;
import org.springframework.expression.common.TemplateParserContext;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.DataBindingPropertyAccessor;
import org.springframework.expression.spel.support.MapAccessor;
import org.springframework.expression.spel.support.SimpleEvaluationContext;

/**
 * A text with values of a method's arguments in braces, such as <code>invoice:{order.id}</code>. What is in the braces
 * is SpEL over the arguments by their names, or as {@code p0}, {@code p1}; it can reach nothing else. Thread-safe.
 */
final class ArgumentText {
    private static final SpelExpressionParser PARSER = new SpelExpressionParser();
    private static final TemplateParserContext BRACES = new TemplateParserContext("{", "}");
    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();
    private static final Pattern FIRST_NAME = Pattern.compile("^\\s*([A-Za-z_$][\\w$]*)");
    private static final EvaluationContext ARGUMENTS_ONLY = SimpleEvaluationContext.forPropertyAccessors(
                    new MapAccessor(false), DataBindingPropertyAccessor.forReadOnlyAccess())
            .withInstanceMethods()
            .build();

    private final String text;
    private final List<String> names;
    private final List<Expression> parts;

    private ArgumentText(String text, List<String> names, List<Expression> parts) {
        this.text = text;
        this.names = names;
        this.parts = parts;
    }

    static ArgumentText of(String text, Method method) {
        var read = new ArgumentText(text, names(method), parse(text));
        read.parts.forEach(part -> read.requireArgument(part, method));
        return read;
    }

    /** None where they are not known. */
    private static List<String> names(Method method) {
        var names = NAMES.getParameterNames(method);
        return names == null
                ? List.of()
                : Arrays.stream(names).map(String::valueOf).toList();
    }

    private static List<Expression> parse(String text) {
        try {
            var expression = PARSER.parseExpression(text, BRACES);
            return expression instanceof CompositeStringExpression composite
                    ? List.of(composite.getExpressions())
                    : List.of(expression);
        } catch (ParseException wrong) {
            throw new IllegalArgumentException("\"" + text + "\" cannot be read: " + wrong.getMessage(), wrong);
        }
    }

    private void requireArgument(Expression part, Method method) {
        var name = FIRST_NAME.matcher(part.getExpressionString());
        if (!(part instanceof LiteralExpression) && name.find()) {
            var known = arguments(new Object[method.getParameterCount()]).keySet();
            if (!known.contains(name.group(1))) {
                throw new IllegalArgumentException("{" + part.getExpressionString() + "} in \"" + text
                        + "\" is none of the arguments " + known
                        + (names.isEmpty() ? "; their names are known when it is compiled with -parameters" : ""));
            }
        }
    }

    /** What it always is, where no argument is in it. */
    Optional<String> constant() {
        return parts.stream().allMatch(LiteralExpression.class::isInstance) ? Optional.of(text) : Optional.empty();
    }

    String with(@Nullable Object[] arguments) {
        var root = arguments(arguments);
        var said = new StringBuilder();
        for (var part : parts) {
            said.append(part instanceof LiteralExpression ? part.getExpressionString() : value(part, root));
        }
        return said.toString();
    }

    /** What has no value is no name: everybody without one would share it. */
    private Object value(Expression part, Map<String, @Nullable Object> root) {
        try {
            var value = part.getValue(ARGUMENTS_ONLY, root);
            if (value != null) {
                return value;
            }
        } catch (EvaluationException wrong) {
            throw new IllegalArgumentException(unknown(part) + ": " + wrong.getMessage(), wrong);
        }
        throw new IllegalArgumentException(unknown(part) + ": it is null");
    }

    private String unknown(Expression part) {
        return "{" + part.getExpressionString() + "} in \"" + text + "\" has no value";
    }

    private Map<String, @Nullable Object> arguments(@Nullable Object[] values) {
        var arguments = new HashMap<String, @Nullable Object>();
        for (int i = 0; i < values.length; i++) {
            arguments.put("p" + i, values[i]);
            if (i < names.size()) {
                arguments.put(names.get(i), values[i]);
            }
        }
        return arguments;
    }
}
