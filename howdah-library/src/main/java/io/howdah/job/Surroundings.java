// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Codec;
import io.howdah.work.WorkEngine;

/** What all handlers of a process share. */
record Surroundings(WorkEngine engine, Codec codec, Enqueuer enqueuer, Notes notes, StepStore steps, FlowStore flows) {}
