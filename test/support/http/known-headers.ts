/** Request headers of the IANA registry, of browsers, proxies, gateways and tracers, in lower case. */
export const knownHeaders: ReadonlyArray<string> =
  `a-im accept accept-charset accept-datetime accept-encoding accept-language accept-patch accept-post access-control-request-headers
access-control-request-method alt-used authorization cache-control cdn-loop client-cert client-cert-chain connection content-digest
content-disposition content-encoding content-language content-length content-location content-range content-type cookie date depth destination dpop
early-data expect expires forwarded from host if if-match if-modified-since if-none-match if-range if-schedule-tag-match if-unmodified-since
keep-alive last-event-id last-modified link lock-token max-forwards mime-version negotiate oscore origin overwrite ping-from ping-to position pragma prefer
preference-applied priority proxy-authorization proxy-connection range referer repr-digest request-id save-data sec-ch-ua sec-ch-ua-mobile
sec-ch-ua-platform sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-user sec-gpc sec-purpose sec-token-binding sec-websocket-accept
sec-websocket-extensions sec-websocket-key sec-websocket-protocol sec-websocket-version signature signature-input slug soapaction stripe-account
stripe-signature stripe-version processor-signature timeout te topic traceparent tracestate trailer transfer-encoding ttl upgrade upgrade-insecure-requests
urgency user-agent via want-digest warning webhook-id webhook-signature webhook-timestamp x-amz-cf-id x-amzn-trace-id x-api-key x-auth-token x-b3-parentspanid
x-b3-sampled x-b3-spanid x-b3-traceid x-client-ip x-cloud-trace-context x-correlation-id x-csrf-token x-datadog-trace-id x-envoy-attempt-count
x-envoy-expected-rq-timeout-ms x-envoy-external-address x-forwarded-client-cert x-forwarded-for x-forwarded-host x-forwarded-port x-forwarded-proto
x-forwarded-server x-http-method-override x-original-forwarded-for x-original-host x-powered-by x-real-ip x-request-id x-request-start x-requested-with
x-runtime x-scheme x-trace-id x-vercel-id x-xsrf-token cf-connecting-ip cf-ipcountry cf-ray cf-visitor fastly-client-ip fly-request-id true-client-ip
paypal-request-id adyen-signature square-version api-key public-key identity-key content-key key keys partition-key routing-key subscription-key
ocp-apim-subscription-key`
    .split(/\s+/)
    .filter((name) => name !== '');
