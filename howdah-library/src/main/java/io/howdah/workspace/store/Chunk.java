// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace.store;

/** A piece of a file. The bytes are not copied: whoever has it leaves them alone. */
@SuppressWarnings("ArrayRecordComponent")
public record Chunk(ChunkName name, byte[] bytes) {}
