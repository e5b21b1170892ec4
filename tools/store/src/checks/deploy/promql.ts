import { parser } from '@prometheus-io/lezer-promql';

/** One `metric{label="value"}` of an expression. */
export interface Selector {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
}

export interface Named {
  selectors: Selector[];
  /** Labels that it groups or joins by. */
  groupings: string[];
}

/** Replaces Grafana's variables. */
const withoutVariables = (expression: string): string => expression.replaceAll('$__rate_interval', '5m');

/** Returns the metrics and labels of an expression. Throws an Error with the position where it is not PromQL. */
export function parsePromql(expression: string): Named {
  const text = withoutVariables(expression);
  const named: Named = { selectors: [], groupings: [] };
  let matcher: Selector['matchers'][number] | undefined;
  parser.parse(text).iterate({
    enter(node) {
      const source = text.slice(node.from, node.to);
      if (node.type.isError) throw new Error(`not PromQL at ${node.from}: ${text}`);
      if (node.name === 'VectorSelector') named.selectors.push({ metric: '', matchers: [] });
      const selector = named.selectors.at(-1);
      const parent = node.node.parent?.name;
      if (node.name === 'Identifier' && parent === 'VectorSelector' && selector) selector.metric = source;
      if (node.name === 'LabelName' && parent === 'GroupingLabels') named.groupings.push(source);
      if (node.name === 'LabelName' && parent === 'UnquotedLabelMatcher')
        selector?.matchers.push((matcher = { label: source, operator: '', value: '' }));
      if (node.name === 'MatchOp' && matcher) matcher.operator = source;
      if (node.name === 'StringLiteral' && parent === 'UnquotedLabelMatcher' && matcher)
        matcher.value = source.slice(1, -1);
    },
  });
  return named;
}
