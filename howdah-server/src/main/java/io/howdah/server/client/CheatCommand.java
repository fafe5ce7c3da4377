// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Examples to copy. */
@Command(name = "cheat", description = "Show examples of everything.", mixinStandardHelpOptions = true)
public final class CheatCommand implements Callable<Integer> {
    private static final String EXAMPLES = """
        # Jobs
        howdah jobs enqueue hello '{"to":"world"}' --delay PT10S      enqueue
        howdah jobs enqueue report --wait --timeout PT5M              the exit code is the outcome
        howdah jobs --state dead --queue mail                         look
        howdah jobs --type hello --field to=world                     by what is in them
        howdah jobs show 123                                          one of them
        howdah jobs retry 123 --payload '{"to":"moon"}'               try a dead one again
        howdah jobs retry --all --type hello --dry-run                how many that would be
        howdah queues pause mail                                      nothing begins

        # Messages
        howdah messages send mail '{"to":"world"}' --group customer-4
        howdah messages receive mail --max 10 --wait PT20S --ack
        howdah messages redrive mail.dead --reason timeout --dry-run
        howdah topics bind 'order.*.created' invoices
        howdah topics publish order.eu.created '{"order":17}'

        # Schedules and workflows
        howdah schedules declare nightly report --cron '0 2 * * *' --zone Europe/Berlin
        howdah schedules run nightly
        howdah workflows show 17

        # The event log
        howdah log append orders order.created '{"order":17}' --key customer-4
        howdah log tail orders
        howdah log lag orders billing
        howdah log reset orders billing --to 2026-01-31T12:00:00Z --dry-run

        # Locks, limits, approvals
        howdah locks run deploy shop --wait PT5M -- ./deploy.sh
        howdah limits check api customer-4 --allow 100/PT1M && ./call-the-api
        howdah approvals request deploy/shop --group leads --then deploy
        howdah approvals approve 17 --comment 'looks good'

        # Notifications
        howdah notifications send order.shipped order-42 --to person:ada --to subscribers --data '{"order":42}'
        howdah notifications endpoints put billing https://billing.example/hooks --type 'order.*'
        howdah notifications causes                                   what dead letters died of
        howdah notifications redeliver --all --endpoint billing --rate 100/PT1M --dry-run
        howdah notifications malformed resubmit 17 corrected.json

        # Workspaces
        howdah workspaces create shop/production
        howdah workspaces put shop/production main.tf -m 'first plan'
        howdah workspaces cat shop/production main.tf --at 1
        howdah workspaces diff shop/production 1 2
        howdah workspaces rollback shop/production 1
        howdah workspaces checkout shop/production ./work         all files, into a new directory
        howdah workspaces commit ./work -m 'by hand'              what is in it now, if nobody was faster

        # Who may do what
        howdah users create ada --role operator --group leads         prints a link, once
        howdah audit --actor ada --from 2026-01-31T12:00:00Z          who changed what
        howdah keys create 'the shop' --role producer --valid P90D    prints the key, once
        howdah approvals delegate bob --period P14D                   bob votes for you
        howdah jobs payload 123 --reveal                              without masks, which is written down

        # Which replica
        howdah context add production https://howdah.example.com --use    asks for the key
        howdah jobs --state dead --context staging
        howdah context show                                           where commands go, and why

        # Watch
        howdah top                                                    all that moves, on one screen
        howdah jobs --state running --watch                           every two seconds
        howdah queues --watch=10 -o jsonl                             a stream

        # In scripts
        howdah jobs --state dead -o jsonl | jq -r .id                 one JSON object to a line
        howdah queues -o csv                                          for a spreadsheet
        howdah doctor || echo 'something is wrong'                    exit code 1
        source <(howdah completion)                                   in bash and zsh
        """;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        var out = spec.commandLine().getOut();
        out.print(EXAMPLES);
        out.flush();
        return 0;
    }
}
