// SPDX-License-Identifier: Apache-2.0
package io.howdah.site;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;

/** What stands on a page, as HTML. Nothing of a page is taken for HTML itself. */
final class Html {
    private Html() {}

    static String of(Page page) {
        Map<Node, String> anchors =
                page.headlines().stream().collect(Collectors.toMap(Page.Headline::node, Page.Headline::anchor));
        var html = HtmlRenderer.builder()
                .escapeHtml(true)
                .extensions(List.of(TablesExtension.create()))
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    if (node instanceof Heading && anchors.containsKey(node)) {
                        attributes.put("id", anchors.get(node));
                    }
                    if (node instanceof Link link && link.getDestination().startsWith("http")) {
                        attributes.put("rel", "noopener");
                    }
                })
                .nodeRendererFactory(CodeBlocks::new)
                .build()
                .render(page.document());
        return html.replace(
                        "<table>", "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>")
                .replace("</table>", "</table></div>")
                .replaceAll(
                        "(<h[2-4] id=\"([^\"]+)\">)(.*?)(</h[2-4]>)",
                        "$1$3<a class=\"anchor\" href=\"#$2\" aria-label=\"Link to this section\">#</a>$4");
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Code without the line that says which of our tests it is taken from. */
    static String shown(FencedCodeBlock block) {
        return block.getLiteral().replaceFirst("^// snippet: .*\\n", "");
    }

    /** Code in colours. */
    private record CodeBlocks(HtmlNodeRendererContext context) implements NodeRenderer {
        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(FencedCodeBlock.class);
        }

        @Override
        public void render(Node node) {
            var block = (FencedCodeBlock) node;
            var info = block.getInfo();
            var language = info == null ? "" : info.strip();
            var writer = context.getWriter();
            writer.line();
            writer.raw("<pre tabindex=\"0\"" + (language.isEmpty() ? "" : " data-language=\"" + escape(language) + "\"")
                    + "><code>" + Highlight.of(language, escape(shown(block))) + "</code></pre>");
            writer.line();
        }
    }
}
