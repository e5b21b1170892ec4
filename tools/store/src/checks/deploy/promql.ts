// What a PromQL expression names, by Prometheus' own grammar.
import { parser } from '@prometheus-io/lezer-promql';

/** One `metric{label="value"}` of an expression. */
export interface Selector {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
}

export interface Named {
  selectors: Selector[];
  /** What it groups or joins by. */
  groupings: string[];
}

/** Grafana puts these in; any value of their kind does for reading. */
const filledIn = (expression: string): string => expression.replaceAll('$__rate_interval', '5m');

/** @throws Error where the expression is not PromQL, with the place */
export function readPromql(expression: string): Named {
  const text = filledIn(expression);
  const named: Named = { selectors: [], groupings: [] };
  let matcher: Selector['matchers'][number] | undefined;
  parser.parse(text).iterate({
    enter(node) {
      const said = text.slice(node.from, node.to);
      if (node.type.isError) throw new Error(`not PromQL at ${node.from}: ${text}`);
      if (node.name === 'VectorSelector') named.selectors.push({ metric: '', matchers: [] });
      const selector = named.selectors.at(-1);
      const parent = node.node.parent?.name;
      if (node.name === 'Identifier' && parent === 'VectorSelector' && selector) selector.metric = said;
      if (node.name === 'LabelName' && parent === 'GroupingLabels') named.groupings.push(said);
      if (node.name === 'LabelName' && parent === 'UnquotedLabelMatcher')
        selector?.matchers.push((matcher = { label: said, operator: '', value: '' }));
      if (node.name === 'MatchOp' && matcher) matcher.operator = said;
      if (node.name === 'StringLiteral' && parent === 'UnquotedLabelMatcher' && matcher)
        matcher.value = said.slice(1, -1);
    },
  });
  return named;
}
