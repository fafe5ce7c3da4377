// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Deliveries;
import io.howdah.notification.Notifications;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Redaction;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Words;
import jakarta.servlet.http.HttpServletRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** What could not be delivered, by cause, for people. */
@Controller
final class DeadLetterPages {
    private static final int ROWS = 50;

    /** What is chosen in the address; a form carries the same. */
    private static final List<String> CHOICES = List.of("cause", "channel", "address", "type", "from", "until");

    private final Deliveries deliveries;
    private final Redaction redaction;
    private final Pages pages;

    DeadLetterPages(Notifications notifications, Redaction redaction, Pages pages) {
        this.redaction = redaction;
        this.deliveries = notifications.deliveries();
        this.pages = pages;
    }

    /** Counting is the dry run: the buttons say how many they would deal with. */
    @GetMapping("/dead-letters")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(HttpServletRequest request, @RequestParam Map<String, String> parameters) {
        var chosen = chosen(parameters);
        var dead = new HashMap<>(chosen);
        dead.put("state", "dead");
        dead.put("after", parameters.getOrDefault("after", ""));
        var selection = NewRedelivery.of(chosen);
        return pages.page(
                request,
                "Dead letters",
                "deadletters",
                Map.of(
                        "chosen",
                        chosen,
                        "query",
                        query(chosen),
                        "causes",
                        DeliveriesApi.causes(deliveries, redaction),
                        "count",
                        deliveries.countLatest(selection.filter()),
                        "slice",
                        DeliveriesApi.list(deliveries, dead, ROWS, redaction)));
    }

    @PostMapping("/dead-letters/redeliver")
    @Allow(value = Permission.OPERATE, action = "delivery.redeliver-all", about = Allow.ALL)
    ResponseEntity<String> redeliver(HttpServletRequest request, @RequestParam Map<String, String> form) {
        var chosen = new HashMap<>(chosen(form));
        chosen.put("rate", form.getOrDefault("rate", ""));
        var selection = NewRedelivery.of(chosen);
        deliveries.redeliverAll(selection.filter(), selection.how(), so -> {});
        return pages.goTo(request, "/dead-letters");
    }

    @PostMapping("/dead-letters/discard")
    @Allow(value = Permission.OPERATE, action = "delivery.discard-all", about = Allow.ALL)
    ResponseEntity<String> discard(HttpServletRequest request, @RequestParam Map<String, String> form) {
        deliveries.discardAll(NewRedelivery.of(chosen(form)).filter(), so -> {});
        return pages.goTo(request, "/dead-letters");
    }

    private static Map<String, String> chosen(Map<String, String> parameters) {
        return CHOICES.stream()
                .collect(Collectors.toUnmodifiableMap(
                        name -> name, name -> parameters.getOrDefault(name, "").strip()));
    }

    private static String query(Map<String, String> chosen) {
        return CHOICES.stream()
                .filter(name -> !chosen.getOrDefault(name, "").isEmpty())
                .map(name -> name + "=" + Words.value(chosen.getOrDefault(name, "")))
                .collect(Collectors.joining("&"));
    }
}
