//! Work queues as client-go has them (spec gc section 4): dedup, delayed adds, rate limits.
