// Strict schemas of the custom resources in deploy/kubernetes: the fields in use, as their definitions have them
// (Argo Rollouts 1.8, Gateway API 1.3, Envoy Gateway 1.5, cert-manager 1.18, External Secrets 1.0, Kyverno 1.15,
// MongoDB Controllers 1.2). A field that is not here is a spelling mistake, or new: look it up and add it.
import { z } from 'zod';

const { strictObject: object, array } = z;
const text = z.string().min(1);
const duration = z.string().regex(/^(\d+h)?(\d+m)?(\d+s)?$/);
const weight = z.number().int().min(1).max(100);
const named = object({ name: text });

const resource = (spec: z.ZodType) =>
  object({
    apiVersion: text,
    kind: text,
    metadata: object({
      name: text,
      namespace: text.optional(),
      labels: z.record(z.string(), z.string()).optional(),
      annotations: z.record(z.string(), z.string()).optional(),
    }),
    spec,
  });

const rollout = object({
  workloadRef: object({
    apiVersion: z.literal('apps/v1'),
    kind: z.literal('Deployment'),
    name: text,
    scaleDown: z.enum(['never', 'onsuccess', 'progressively']),
  }),
  revisionHistoryLimit: z.number(),
  progressDeadlineSeconds: z.number(),
  progressDeadlineAbort: z.boolean(),
  strategy: object({
    canary: object({
      maxSurge: z.number(),
      maxUnavailable: z.number(),
      steps: array(z.union([object({ setWeight: weight }), object({ pause: object({ duration }) })])),
      analysis: object({
        startingStep: z.number(),
        templates: array(object({ templateName: text })),
        args: array(
          object({
            name: text,
            valueFrom: z.union([
              object({ fieldRef: object({ fieldPath: text }) }),
              object({ podTemplateHashValue: z.enum(['Latest', 'Stable']) }),
            ]),
          }),
        ),
      }),
    }),
  }),
});

const analysisTemplate = object({
  args: array(named),
  metrics: array(
    object({
      name: text,
      initialDelay: duration,
      interval: duration,
      failureLimit: z.number(),
      successCondition: text,
      provider: object({ prometheus: object({ address: z.url(), query: text }) }),
    }),
  ),
});

const parentRefs = array(
  object({ kind: z.literal('Gateway').optional(), namespace: text.optional(), name: text, sectionName: text }),
);
const httpRoute = object({
  parentRefs,
  hostnames: array(text),
  rules: array(
    object({
      matches: array(object({ path: object({ type: z.enum(['PathPrefix', 'Exact']), value: text }) })),
      backendRefs: array(object({ name: text, port: z.number() })).optional(),
      timeouts: object({ request: duration }).optional(),
      filters: array(
        object({
          type: z.literal('RequestRedirect'),
          requestRedirect: object({ scheme: z.enum(['http', 'https']), statusCode: z.literal([301, 302]) }),
        }),
      ).optional(),
    }),
  ),
});
const gateway = object({
  gatewayClassName: text,
  infrastructure: object({
    parametersRef: object({ group: z.literal('gateway.envoyproxy.io'), kind: z.literal('EnvoyProxy'), name: text }),
  }),
  listeners: array(
    object({
      name: text,
      port: z.number(),
      protocol: z.enum(['HTTP', 'HTTPS']),
      hostname: text,
      allowedRoutes: object({ namespaces: object({ from: z.enum(['Same', 'All', 'Selector']) }) }),
      tls: object({ mode: z.literal('Terminate'), certificateRefs: array(named) }).optional(),
    }),
  ),
});
const targetRefs = array(
  object({ group: z.literal('gateway.networking.k8s.io'), kind: z.literal('Gateway'), name: text }),
);

const certificate = object({
  isCA: z.boolean().optional(),
  commonName: text.optional(),
  secretName: text,
  duration: duration,
  renewBefore: duration.optional(),
  privateKey: object({
    algorithm: z.enum(['RSA', 'ECDSA', 'Ed25519']),
    size: z.number(),
    rotationPolicy: z.enum(['Always', 'Never']).optional(),
  }),
  usages: array(z.enum(['server auth', 'client auth'])).optional(),
  dnsNames: array(text).optional(),
  issuerRef: object({ kind: z.enum(['Issuer', 'ClusterIssuer']), name: text }),
});
const issuer = z.union([object({ selfSigned: object({}) }), object({ ca: object({ secretName: text }) })]);
const clusterIssuer = object({
  acme: object({
    server: z.url(),
    email: z.email(),
    privateKeySecretRef: named,
    solvers: array(object({ http01: object({ gatewayHTTPRoute: object({ parentRefs }) }) })),
  }),
});

const secretStore = object({
  provider: object({
    vault: object({
      server: z.url(),
      path: text,
      version: z.enum(['v1', 'v2']),
      auth: object({ kubernetes: object({ mountPath: text, role: text }) }),
    }),
  }),
});
const externalSecret = object({
  refreshInterval: duration,
  secretStoreRef: object({ kind: z.literal('SecretStore'), name: text }),
  target: named,
  dataFrom: array(object({ extract: object({ key: text }) })),
});

const labelSelector = z.union([
  object({ matchLabels: z.record(z.string(), z.string()) }),
  object({ matchExpressions: array(object({ key: text, operator: z.literal('In'), values: array(text) })) }),
]);
const keyless = object({ issuer: z.url(), subject: z.url(), rekor: object({ url: z.url() }) });
const clusterPolicy = object({
  webhookConfiguration: object({ failurePolicy: z.enum(['Fail', 'Ignore']), timeoutSeconds: z.number().max(30) }),
  rules: array(
    object({
      name: text.max(63),
      match: object({
        any: array(
          object({
            resources: object({ kinds: array(text), namespaces: array(text), selector: labelSelector.optional() }),
          }),
        ),
      }),
      exclude: object({ any: array(object({ resources: object({ selector: labelSelector }) })) }).optional(),
      verifyImages: array(
        object({
          type: z.enum(['Cosign', 'Notary', 'SigstoreBundle']),
          imageReferences: array(text),
          failureAction: z.literal('Enforce'),
          required: z.boolean(),
          verifyDigest: z.boolean(),
          mutateDigest: z.boolean(),
          imageRegistryCredentials: object({ secrets: array(text) }).optional(),
          attestations: array(
            object({
              type: z.url(),
              attestors: array(object({ count: z.number(), entries: array(object({ keyless })) })),
            }),
          ),
        }),
      ).optional(),
      validate: object({
        failureAction: z.literal('Enforce'),
        message: text,
        pattern: object({ spec: z.unknown() }),
      }).optional(),
    }),
  ),
});

const mongo = object({
  type: z.literal('ReplicaSet'),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  members: z.number().int().min(1),
  security: object({
    authentication: object({ modes: array(z.enum(['SCRAM', 'SCRAM-SHA-256'])) }),
    roles: array(
      object({
        role: text,
        db: text,
        privileges: array(object({ resource: object({ anyResource: z.boolean() }), actions: array(text) })),
        roles: array(object({ role: text, db: text })),
      }),
    ).optional(),
  }),
  // A StatefulSet's, which the operator merges with its own.
  statefulSet: object({ spec: z.unknown() }),
  users: array(
    object({
      name: text,
      db: text,
      passwordSecretRef: object({ name: text, key: text }),
      scramCredentialsSecretName: text,
      roles: array(object({ name: text, db: text })),
    }),
  ),
});

/** By apiVersion and kind. */
export const customResources: Readonly<Record<string, z.ZodType>> = {
  'argoproj.io/v1alpha1 Rollout': resource(rollout),
  'argoproj.io/v1alpha1 AnalysisTemplate': resource(analysisTemplate),
  'gateway.networking.k8s.io/v1 GatewayClass': resource(object({ controllerName: text })),
  'gateway.networking.k8s.io/v1 Gateway': resource(gateway),
  'gateway.networking.k8s.io/v1 HTTPRoute': resource(httpRoute),
  'gateway.envoyproxy.io/v1alpha1 ClientTrafficPolicy': resource(
    object({
      targetRefs,
      timeout: object({ http: object({ streamIdleTimeout: duration }) }),
      tls: object({ minVersion: z.enum(['1.2', '1.3']), ciphers: array(text) }),
    }),
  ),
  'gateway.envoyproxy.io/v1alpha1 EnvoyProxy': resource(
    object({
      routingType: z.enum(['Endpoint', 'Service']),
      provider: object({
        type: z.literal('Kubernetes'),
        kubernetes: object({
          envoyDeployment: object({
            replicas: z.number(),
            pod: object({ annotations: z.record(z.string(), z.string()) }),
          }),
          envoyService: object({ externalTrafficPolicy: z.enum(['Local', 'Cluster']) }),
        }),
      }),
    }),
  ),
  'cert-manager.io/v1 Certificate': resource(certificate),
  'cert-manager.io/v1 Issuer': resource(issuer),
  'cert-manager.io/v1 ClusterIssuer': resource(clusterIssuer),
  'external-secrets.io/v1 SecretStore': resource(secretStore),
  'external-secrets.io/v1 ExternalSecret': resource(externalSecret),
  'kyverno.io/v1 ClusterPolicy': resource(clusterPolicy),
  'mongodbcommunity.mongodb.com/v1 MongoDBCommunity': resource(mongo),
};
