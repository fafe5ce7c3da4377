// SPDX-License-Identifier: Apache-2.0
package io.howdah.site;

import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** What a reader reads of a part of a page, without its marks. */
final class Words extends AbstractVisitor {
    private final StringBuilder words = new StringBuilder();

    private Words() {}

    static String of(Node node) {
        var visitor = new Words();
        node.accept(visitor);
        return visitor.words.toString().replaceAll("\\s+", " ").strip();
    }

    @Override
    public void visit(Text text) {
        words.append(text.getLiteral());
    }

    @Override
    public void visit(Code code) {
        words.append(code.getLiteral());
    }

    /** It is shown as it was written. */
    @Override
    public void visit(HtmlInline html) {
        words.append(html.getLiteral());
    }

    @Override
    public void visit(FencedCodeBlock block) {
        words.append(' ').append(Html.shown(block)).append(' ');
    }

    @Override
    public void visit(SoftLineBreak lineBreak) {
        words.append(' ');
    }

    @Override
    public void visit(HardLineBreak lineBreak) {
        words.append(' ');
    }

    @Override
    protected void visitChildren(Node parent) {
        super.visitChildren(parent);
        if (parent instanceof Block || parent instanceof TableCell) {
            words.append(' ');
        }
    }
}
