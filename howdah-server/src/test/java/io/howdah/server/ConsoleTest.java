// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.notification.Endpoint;
import io.howdah.server.account.Keys;
import io.howdah.server.browser.Axe;
import io.howdah.server.browser.Chromium;
import io.howdah.server.browser.Tab;
import io.howdah.server.sample.Receiver;
import io.howdah.server.sample.SampleDay;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.web.access.Role;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The console as a person has it: in a real browser, by pointer and keys. One replica and one browser for all, because
 * starting them takes longer than most of what is looked at.
 */
@HowdahTest
class ConsoleTest {
    private static final String PASSWORD = "correct horse battery";
    private static final int PHONE = 375;

    @TempDir
    Path scratch;

    private final TestDatabase database;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private Replica replica;
    private Web web;
    private ConsoleScene scene;
    private ConsoleScene.@Nullable Made made;
    private Receiver receiver;
    private Tab tab;
    private Axe axe;

    ConsoleTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        var program = Chromium.installed();
        assumeTrue(program.isPresent(), "Chromium is not installed");
        var browser = opened(Chromium.start(program.get()));
        receiver = opened(SampleDay.receiver());
        var address = DatabaseAddress.of(database.jdbcUrl(), database.user(), database.password());
        replica = Replica.open(address, "howdah", "one", Duration.ofSeconds(5));
        web = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        web.serve(replica, Web.Trust.NOBODY);
        opened.add(replica);
        opened.add(web);
        scene = new ConsoleScene(replica.howdah());
        opened.add(scene::end);
        scene.handle();
        SampleDay.join(replica.howdah(), database.dataSource(), scratch, receiver.address());
        replica.deliver(DeliverySettings.from(Map.of("HOWDAH_WEBHOOK_NETWORKS", "127.0.0.0/8")));
        replica.start();
        tab = browser.open();
        axe = Axe.load();
    }

    @AfterEach
    void close() throws Exception {
        for (var each : opened.reversed()) {
            each.close();
        }
    }

    /** In this order: what is looked at is there as it was made, and is changed after that. */
    @TestFactory
    Stream<DynamicTest> the_console() {
        return Stream.of(
                dynamicTest("the_first_account_is_made_and_logs_in", this::logIn),
                dynamicTest("empty_pages_keep_nobody_out", this::lookAtNothing),
                dynamicTest("pictures_are_taken_if_somebody_asks", this::photograph),
                dynamicTest("every_page_keeps_nobody_out_light_dark_and_on_a_phone", this::lookAtEverything),
                dynamicTest("a_job_is_found_and_a_dead_one_tried_again", this::retryJob),
                dynamicTest("an_approval_is_decided", this::decide),
                dynamicTest("a_lock_is_taken_away", this::forceLock),
                dynamicTest("a_topic_shows_who_is_behind_and_what_comes_in", this::watchTopic),
                dynamicTest("a_dead_delivery_is_made_again", this::redeliver),
                dynamicTest("a_timeline_leads_to_what_belongs_together", this::followTimeline),
                dynamicTest("two_versions_of_a_workspace_are_compared", this::compareVersions),
                dynamicTest("an_operation_of_the_api_is_sent_from_its_page", this::explore),
                dynamicTest("light_dark_live_and_paused_are_switched_and_remembered", this::switchThings),
                dynamicTest("keys_lead_everywhere", this::useKeys),
                dynamicTest(
                        "nothing_went_wrong_in_any_page",
                        () -> assertThat(tab.errors()).isEmpty()));
    }

    private void logIn() {
        tab.size(1280, 900);
        tab.prefer("light");
        tab.go(here("/link?token=" + replica.firstLink().orElseThrow()));
        assertThat(axe.findings(tab)).isEmpty();
        tab.type("input[name=name]", "dev");
        tab.type("input[name=password]", PASSWORD);
        tab.leave(() -> tab.click("main form button"));
        assertThat(tab.text("h1")).isEqualTo("Overview");
        tab.leave(() -> tab.click("header form button"));
        assertThat(tab.text("h1")).isEqualTo("Log in");
        tab.type("input[name=name]", "dev");
        tab.type("input[name=password]", PASSWORD);
        tab.leave(() -> tab.press("Enter"));
        assertThat(tab.text("h1")).isEqualTo("Overview");
        assertThat(tab.text(".who")).contains("dev", "admin");
    }

    private void lookAtNothing() throws InterruptedException {
        var findings = new ArrayList<String>();
        for (var path : ConsolePageList.ofNothing()) {
            tab.go(here(path));
            look("empty", path, axe.findingsOfContent(tab), findings);
            tab.prefer("dark");
            look("empty and dark", path, axe.findingsOfLook(tab), findings);
            tab.prefer("light");
        }
        assertThat(findings).isEmpty();
        made = scene.make();
    }

    private void lookAtEverything() {
        var pages = new ConsolePageList(made()).addresses();
        assertThat(pages.keySet()).containsExactlyInAnyOrderElementsOf(ConsolePageList.routes(web));
        var findings = new ArrayList<String>();
        pages.forEach((route, path) -> {
            tab.go(here(path));
            look("light", path, axe.findingsOfContent(tab), findings);
            tab.prefer("dark");
            tab.size(PHONE, 800);
            look("dark on a phone", path, axe.findingsOfLook(tab), findings);
            tab.prefer("light");
            var width = tab.evaluate("document.documentElement.scrollWidth").asInt();
            if (width > PHONE) {
                findings.add(path + " is " + width + " wide on a phone");
            }
            tab.size(1280, 900);
        });
        tab.go(here("/"));
        for (var scheme : List.of("dark", "light")) {
            tab.prefer(scheme);
            look("what is on every page, " + scheme, "/", axe.findings(tab), findings);
        }
        assertThat(findings).isEmpty();
    }

    private static void look(String how, String path, List<String> found, List<String> findings) {
        found.forEach(finding -> findings.add(path + ", " + how + ": " + finding));
    }

    private void retryJob() {
        scene.repairCard();
        tab.go(here("/jobs"));
        tab.press("/");
        tab.type("input[name=id]", made().dead().toString());
        tab.leave(() -> tab.press("Enter"));
        assertThat(tab.text()).contains("charge-card", "dead", "the card was declined");

        tab.leave(() -> tab.click("form[action$='/retry'] button"));

        assertThat(tab.text()).contains("Tries again");
        tab.awaitText("attempt 1 done");
        tab.go(here("/dead"));
        assertThat(tab.text()).doesNotContain("charge-card");
    }

    private void decide() {
        tab.go(here("/approvals"));
        assertThat(tab.text(".inbox")).contains("deploy/billing/production");
        tab.leave(() -> tab.click(".tasks a"));
        tab.type("textarea[name=comment]", "Fine by me.");
        tab.leave(() -> tab.click("form[action$='/approve'] button:not(.danger)"));

        assertThat(tab.text()).contains("approved by", "Fine by me.").doesNotContain("Your decision");
    }

    private void forceLock() {
        tab.go(here("/locks"));
        assertThat(tab.text()).contains("ci-runner-7");
        tab.click("details.force summary");
        tab.type("input[name=reason]", "the runner is gone");
        tab.leave(() -> tab.click("details.force button"));

        assertThat(tab.text()).doesNotContain("ci-runner-7");
        assertThat(replica.howdah().locks().findHolders(ConsoleScene.LOCK)).isEmpty();
    }

    private void watchTopic() {
        tab.go(here("/log"));
        tab.leave(() -> tab.click("a[href='/log/orders']"));
        assertThat(tab.text()).contains("paused", "40");
        tab.click("[data-tail]");
        Await.until(
                "it watches",
                () -> tab.evaluate("document.querySelector('[data-tail]').source.readyState === 1")
                        .asBoolean());
        scene.order(41);
        Await.until("the event is seen", () -> tab.text("#tail").contains("\"order\":41"));
        Await.until("the lag is seen", () -> tab.text("#live").contains("41"));
        tab.click("[data-tail]");

        tab.leave(() -> tab.click("a[href='/log/orders/groups/billing']"));
        tab.leave(() -> tab.click("form[action$='/resume'] button"));
        tab.awaitText("reads");
    }

    private void redeliver() {
        replica.howdah()
                .notifications()
                .endpoints()
                .makeOrChange(Endpoint.of(ConsoleScene.ENDPOINT, receiver.address()));
        tab.go(here("/dead-letters"));
        assertThat(tab.text()).contains("forbidden-address");
        tab.leave(() -> tab.click("a[href='/notifications/" + made().notification() + "']"));
        tab.leave(() -> tab.click("form[action$='/redeliver'] button"));

        Await.until("it is delivered", () -> tab.count(".state.delivered") == 2);
    }

    private void followTimeline() {
        tab.go(here("/inbox"));
        tab.go(here("/timeline"));
        tab.type("input[name=correlation]", "release-shop-1.3.0");
        tab.leave(() -> tab.press("Enter"));
        assertThat(tab.text()).contains("deploy/shop/production", "deployed", "delivered", "Looks good.");
        tab.leave(() -> tab.click(".timeline a[href^='/approvals/']"));
        assertThat(tab.text("h1")).contains("deploy/shop/production");
    }

    private void compareVersions() {
        tab.go(here("/workspaces"));
        tab.leave(() -> tab.press("j", "Enter"));
        tab.leave(() -> tab.click("a[href$='/history']"));
        assertThat(tab.text()).contains("Release 1.3.0", "Deployed 1.1.0");
        tab.go(here("/workspaces/shop/production/diff?from=1&to=3"));
        assertThat(tab.text()).contains("- version: 1.1.0", "+ version: 1.3.0");
    }

    private void explore() {
        tab.go(here("/explore"));
        assertThat(tab.count(".operations li")).isGreaterThan(150);
        tab.press("/");
        tab.type("input[name=q]", "enqueue job");
        tab.leave(() -> tab.press("Enter"));
        tab.leave(() -> tab.click("a[href='/explore/enqueueJob']"));
        tab.click("#explore .buttons button");
        Await.until("it is answered", () -> tab.text("#answer-status").startsWith("201"));
        Await.until("the answer is shown", () -> tab.text("#answer-body").contains("\"id\""));
        assertThat(tab.text("#answer-curl")).contains("$HOWDAH_API_KEY", "'/api/v1/jobs'");
        tab.click("#answer summary");
        assertThat(tab.text("#answer-headers")).contains("location:");
        assertThat(axe.findingsOfContent(tab)).isEmpty();

        tab.go(here("/explore/listJobs"));
        var key = new Keys(Db.of(database.dataSource(), SchemaName.DEFAULT))
                .create("explorer", Role.VIEWER, "test", Optional.empty());
        tab.type("#explore-key", key);
        tab.type("[data-name=limit]", "1");
        tab.click("#explore .buttons button");
        Await.until("it is answered", () -> tab.text("#answer-body").contains("\"items\""));
        assertThat(database.query("select used_at is not null from howdah.api_key where name = 'explorer'"))
                .containsExactly(List.of(true));

        tab.go(here("/explore/watchInbox"));
        tab.click("#explore .buttons button");
        Await.until(
                "what has come is shown while it goes on",
                () -> tab.text("#answer-body").contains("unread"));
        tab.click("#explore-stop");
        Await.until("it is stopped", () -> tab.text("#answer-status").endsWith("stopped"));
    }

    private void switchThings() {
        tab.go(here("/queues"));
        var light = background();
        tab.click("#theme-switch");
        tab.click("#theme-switch");
        assertThat(tab.text("#theme-switch")).isEqualTo("dark");
        assertThat(background()).isNotEqualTo(light);
        tab.go(here("/jobs"));
        assertThat(tab.evaluate("document.documentElement.dataset.theme").asString())
                .isEqualTo("dark");
        tab.click("#theme-switch");
        assertThat(background()).isEqualTo(light);

        tab.click("#live-switch");
        assertThat(tab.text("#live-switch")).contains("paused");
        tab.go(here("/queues"));
        assertThat(tab.evaluate("document.getElementById('live-switch').ariaPressed")
                        .asString())
                .isEqualTo("false");
        replica.howdah().queues().pause("mail");
        tab.click("#live-switch");
        Await.until("it is seen to be paused", () -> tab.count("[data-href='/queues/mail'] .deferred") == 1);
        tab.evaluate("document.body.dispatchEvent(new Event('htmx:sendError'))");
        assertThat(tab.text("#live-switch")).contains("no answer");
        Await.until("the next answer is heard", () -> tab.text("#live-switch").contains("live"));
    }

    private void useKeys() {
        tab.go(here("/"));
        tab.press("?");
        assertThat(tab.count("dialog[open]")).isOne();
        tab.press("Escape");
        Await.until(
                "the help is closed",
                () -> tab.evaluate("document.activeElement === document.body").asBoolean());
        tab.leave(() -> tab.press("g", "q"));
        assertThat(tab.text("h1")).isEqualTo("Queues");
        tab.press("j", "j", "k");
        assertThat(tab.count("tr.chosen")).isOne();
        tab.leave(() -> tab.press("Enter"));
        assertThat(tab.address()).contains("/queues/");
        tab.go(here("/jobs"));
        tab.press("Tab");
        assertThat(tab.evaluate("document.activeElement.className").asString()).isEqualTo("skip");
        tab.press("Enter");
        assertThat(tab.address()).endsWith("#content");
    }

    /** {@code -Dhowdah.pictures=DIRECTORY}: those that the documentation shows. */
    private void photograph() throws Exception {
        var directory = System.getProperty("howdah.pictures");
        assumeTrue(directory != null, "nobody asked for pictures");
        pretendAnHour();
        var folder = Files.createDirectories(Path.of(directory));
        picture(folder, "overview", 800, "/", "light");
        picture(folder, "job", 690, "/jobs/" + made().dead(), "dark");
        picture(folder, "workflow", 690, "/workflows/" + made().workflow(), "light");
        picture(folder, "approval", 880, "/approvals/" + made().approval(), "light");
        picture(folder, "timeline", 600, "/timeline?correlation=release-shop-1.3.0", "dark");
        picture(folder, "topic", 720, "/log/orders", "dark");
        picture(folder, "diff", 460, "/workspaces/shop/production/diff?from=1&to=4", "light");
        tab.prefer("light");
        tab.size(1280, 900);
    }

    /** A chart of what began a minute ago has nothing to show. */
    private void pretendAnHour() {
        database.execute("""
            insert into howdah.history
            select date_trunc('minute', howdah.now()) - n * interval '1 minute',
                   100000 - 420 * n + (900 * sin(n / 7.0))::int, 99000 - 420 * n + (800 * sin((n + 2) / 7.0))::int,
                   12, 2 + 9 * exp(0 - ((n - 22) / 6.0) ^ 2) + abs(sin(n * 1.7)),
                   40, 1 + 4 * exp(0 - ((n - 20) / 5.0) ^ 2)
            from generate_series(1, 59) n
            on conflict do nothing
            """);
    }

    private void picture(Path folder, String name, int height, String path, String scheme) throws Exception {
        tab.size(1280, height);
        tab.prefer(scheme);
        tab.go(here(path));
        tab.photograph(folder.resolve(name + ".webp"));
    }

    private String background() {
        return tab.evaluate("getComputedStyle(document.body).backgroundColor").asString();
    }

    private ConsoleScene.Made made() {
        return Objects.requireNonNull(made, "nothing was made yet");
    }

    private String here(String path) {
        return "http://127.0.0.1:" + web.port() + path;
    }

    private <T extends AutoCloseable> T opened(T one) {
        opened.add(one);
        return one;
    }
}
